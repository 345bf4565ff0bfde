const shownBytes = 1024;

// Programs on Windows begin their output with it.
const byteOrderMark = '\uFEFF';

/**
 * Splits a byte stream into lines. Bytes are decoded only as whole lines, so a character that is cut by
 * a chunk's edge arrives intact. A line above the limit is skipped; at its end its first and last bytes
 * are reported, so that its sender can be told.
 */
export class LineReader {
  readonly #maxBytes: number;
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: (head: string, tail: string) => void;
  #parts: Buffer[] = [];
  #bytes = 0;
  #skipped: { readonly head: string; tail: Buffer } | undefined;

  constructor(
    maxBytes: number,
    onLine: (line: string) => void,
    onTooLong: (head: string, tail: string) => void,
  ) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#take(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  }

  #take(part: Buffer): void {
    if (this.#skipped !== undefined) {
      this.#skipped.tail = lastBytes([this.#skipped.tail, part]);
      return;
    }
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) return;
    const head = Buffer.concat(this.#parts).subarray(0, shownBytes).toString('utf8');
    this.#skipped = { head, tail: lastBytes(this.#parts) };
    this.#parts = [];
  }

  #finish(): void {
    const parts = this.#parts;
    const skipped = this.#skipped;
    this.#parts = [];
    this.#bytes = 0;
    this.#skipped = undefined;
    if (skipped !== undefined) {
      this.#onTooLong(skipped.head, skipped.tail.toString('utf8'));
      return;
    }
    const [only] = parts;
    const line =
      parts.length === 1 && only ? only.toString('utf8') : Buffer.concat(parts).toString('utf8');
    const text = line.slice(
      line.startsWith(byteOrderMark) ? 1 : 0,
      line.endsWith('\r') ? -1 : undefined,
    );
    if (/\S/.test(text)) this.#onLine(text);
  }
}

function lastBytes(parts: readonly Buffer[]): Buffer {
  return Buffer.from(Buffer.concat(parts.slice(-2)).subarray(-shownBytes));
}
