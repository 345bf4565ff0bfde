// jq's own thread: a filter that loops or grows is ended with it, and the gateway never waits.
import { parentPort } from 'node:worker_threads';
import loading from 'jq-web';
import { parenObjectValues } from './paren-object-values.ts';
import { jqReady, type JqReply, type JqRequest } from './worker-protocol.ts';

const mostMemory = 256 * 1024 * 1024;
const mostOutputs = 100_000;
const mostOutputChars = 10 * 1024 * 1024;

const port = parentPort;
if (port === null) throw new Error('jq-worker runs as a worker thread only');

// Of WebAssembly the types of plain Node say nothing; this is all that is used of it.
interface Memory {
  readonly buffer: ArrayBuffer;
}
declare const WebAssembly: {
  readonly Memory: {
    readonly prototype: {
      readonly buffer: ArrayBuffer;
      grow: (this: Memory, pages: number) => number;
    };
  };
};

// The interpreter grows its memory through this alone; refused, it reports that it is out of memory.
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (this: Memory, pages) {
  if (this.buffer.byteLength + pages * 65_536 > mostMemory) throw new RangeError('out of memory');
  return grow.call(this, pages);
};

void loading.then((jq) => {
  port.on('message', (request: JqRequest) => {
    port.postMessage(answer(jq, request));
  });
  port.postMessage(jqReady);
});

type Jq = Awaited<typeof loading>;

function answer(jq: Jq, { id, filter, input, isCheck }: JqRequest): JqReply {
  try {
    // Never true, so that a check compiles the filter and runs nothing of it.
    const text = isCheck ? `if false then (${filter}\n) else empty end` : filter;
    const outputs = evaluate(jq, input, text);
    if (outputs.length > mostOutputChars) return failed(id, 'the output is larger than 10 MB');
    if (countLines(outputs) > mostOutputs) return failed(id, 'there are more than 100,000 outputs');
    return { id, ok: true, outputs };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isOwn = /^Non-zero exit code|^jq: /.test(message);
    return { ...failed(id, shortMessage(message)), isFatal: !isOwn };
  }
}

/** jq 1.7 wants parentheses around some object values that newer releases take; they are added on a second try. */
function evaluate(jq: Jq, input: string, filter: string): string {
  try {
    return jq.raw(input, filter, ['-c']) ?? '';
  } catch (error) {
    if (!/compile error/.test(String(error))) throw error;
    const wrapped = parenObjectValues(filter);
    if (wrapped === filter) throw error;
    try {
      return jq.raw(input, wrapped, ['-c']) ?? '';
    } catch (second) {
      // The first message speaks of the text that the author wrote.
      throw /compile error/.test(String(second)) ? error : second;
    }
  }
}

function failed(id: number, message: string): Extract<JqReply, { ok: false }> {
  return { id, ok: false, message, isFatal: false };
}

function shortMessage(message: string): string {
  const lines = message
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^Non-zero exit code|compile errors?$/.test(line))
    .map((line) =>
      line
        .replace(/^jq: error(?: \(at [^)]*\))?: /, '')
        .replace(/ \(Unix shell quoting issues\?\)/, '')
        .trim(),
    );
  return (lines.join(' ') || message).slice(0, 500);
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
