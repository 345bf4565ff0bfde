import { GatewayError } from '../platform/gateway-error.ts';
import { findDadl, loadDadl } from './load-dadl.ts';
import type { Problem } from './problem.ts';
import type { BackendEntry } from './schema/backend-entry.ts';
import type { YamlSource } from './yaml-source.ts';

/** The place of one entry, for what is wrong with it. */
export interface EntryPlace {
  readonly source: YamlSource;
  readonly subject: string;
  readonly index: number;
}

/**
 * A REST entry with the text of its DADL file, looked up in the folders in order. A file that is missing is a
 * problem of the entry, and the entry stays as it is.
 */
export async function attachDadl(
  entry: BackendEntry,
  folders: readonly string[],
  { source, subject, index }: EntryPlace,
  problems: Problem[],
): Promise<BackendEntry> {
  if (entry.transport !== 'rest') return entry;
  try {
    const file = await findDadl(entry.dadl, folders);
    return { ...entry, dadl: file, source: await loadDadl(file) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    problems.push({
      subject,
      file: source.file,
      ...source.placeOf(['backends', index, 'dadl']),
      message: `backends[${index}].dadl: ${error.message}; it is looked for in ${folders.join(' and ')}`,
      severity: 'error',
    });
    return entry;
  }
}
