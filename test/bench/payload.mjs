// What the unit "netdata" saves, measured over recorded replies: npm run bench:payload
// Raw: the replies to the calls a model would need, as they came over the wire (their text for tokens).
// Answer: the text the model gets instead.
import { pathToFileURL } from 'node:url';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { startReplay } from '../fakes/replay-netdata.mjs';
import { openGlue } from './glue.mjs';

/** `without` are calls the unit makes to check names, which a model would not need. */
const cases = [
  { tool: 'metric', params: { context: 'system.cpu' }, without: ['list_nodes'] },
  { tool: 'metric', params: { context: 'net.net' }, without: ['list_nodes'] },
  {
    tool: 'metric',
    params: { context: 'system.cpu', group_by: 'dimension', nodes: ['db-01'] },
    without: ['list_nodes'],
  },
  {
    tool: 'compare_nodes',
    params: { context: 'system.cpu', a: 'db-01', b: 'web-01' },
    without: ['list_nodes'],
  },
  { tool: 'health_summary', params: {} },
  { tool: 'anomalies_now', params: {} },
  { tool: 'what_changed', params: { window: '5m', contexts: ['system.cpu', 'system.load'] } },
  { tool: 'what_changed', params: { window: '5m' } },
];

/** One row per case: sizes of what the calls returned and of what the unit answered. */
export async function measurePayload() {
  const replay = await startReplay();
  const glue = await openGlue(replay.url);
  try {
    const rows = [];
    for (const { tool, params, without = [] } of cases) {
      const from = replay.calls.length;
      const answer = JSON.stringify(await glue.call(tool, params));
      const calls = replay.calls.slice(from).filter((call) => !without.includes(call.tool));
      const texts = calls.map(({ reply }) =>
        reply.result.content.map(({ text }) => text).join('\n'),
      );
      const rawBytes = sum(calls.map((call) => call.bytes ?? wireBytes(call.reply)));
      const rawTokens = sum(texts.map((text) => encode(text).length));
      const answerBytes = Buffer.byteLength(answer);
      const answerTokens = encode(answer).length;
      rows.push({
        tool,
        params,
        calls: calls.length,
        derived: calls.filter((call) => call.derived !== undefined).length,
        rawBytes,
        answerBytes,
        smaller: 1 - answerBytes / rawBytes,
        rawTokens,
        answerTokens,
        fewerTokens: 1 - answerTokens / rawTokens,
      });
    }
    if (replay.unmatched.length > 0) throw new Error(replay.unmatched.join('\n'));
    return rows;
  } finally {
    await glue.close();
    await replay.close();
  }
}

/** A derived reply has no size of its own on the wire; it lacks the summary and so is smaller than a real one. */
function wireBytes(reply) {
  return Buffer.byteLength(JSON.stringify({ jsonrpc: '2.0', id: 1, ...reply }));
}

function sum(numbers) {
  return numbers.reduce((all, number) => all + number, 0);
}

/** The rows as a Markdown table, the one in the unit's README. */
export function payloadTable(rows) {
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const number = (value) => value.toLocaleString('en-US');
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line([
      'call',
      'calls folded',
      'raw bytes',
      'answer',
      'smaller',
      'raw tokens',
      'answer',
      'fewer',
    ]),
    line(['---', ...Array(7).fill('---:')]),
    ...rows.map((row) =>
      line([
        `\`${row.tool} ${JSON.stringify(row.params)}\``,
        row.derived > 0 ? `${row.calls} (${row.derived} derived)` : row.calls,
        number(row.rawBytes),
        number(row.answerBytes),
        percent(row.smaller),
        number(row.rawTokens),
        number(row.answerTokens),
        percent(row.fewerTokens),
      ]),
    ),
  ].join('\n');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${payloadTable(await measurePayload())}\n`);
}
