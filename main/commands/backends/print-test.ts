import type { BackendTestView } from '../../contract/backend-services.ts';
import { escapeHidden, escapeLine } from '../../contract/escape-hidden.ts';
import { print } from '../print.ts';
import { printJson } from '../list-json.ts';

/** What a connection test found; the exit code says whether it worked. */
export async function printTest(found: BackendTestView, isJson: boolean): Promise<number> {
  if (isJson) {
    await printJson(found);
    return found.isOk ? 0 : 1;
  }
  if (!found.isOk) {
    process.stderr.write(`${escapeHidden(found.problem)}\n`);
    return 1;
  }
  const who = found.version === '' ? 'It' : escapeLine(found.version);
  await print(`${who} answers in ${found.latencyMs.toFixed(1)} ms`);
  if (found.nodes.length > 0) await print(`nodes: ${found.nodes.map(escapeLine).join(', ')}`);
  await print(`tools: ${found.tools.map(escapeLine).join(', ')}`);
  return 0;
}
