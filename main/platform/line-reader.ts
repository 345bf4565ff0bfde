/**
 * Splits a byte stream into lines. Bytes are decoded only as whole lines, so a character that is cut by
 * a chunk's edge arrives intact. A line above the limit is reported once with its first bytes and skipped.
 */
export class LineReader {
  readonly #maxBytes: number;
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: (head: string) => void;
  #parts: Buffer[] = [];
  #bytes = 0;
  #skipping = false;

  constructor(maxBytes: number, onLine: (line: string) => void, onTooLong: (head: string) => void) {
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
    if (this.#skipping) return;
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) return;
    this.#onTooLong(Buffer.concat(this.#parts).subarray(0, 1024).toString('utf8'));
    this.#parts = [];
    this.#skipping = true;
  }

  #finish(): void {
    const parts = this.#parts;
    const skipped = this.#skipping;
    this.#parts = [];
    this.#bytes = 0;
    this.#skipping = false;
    if (skipped) return;
    const [only] = parts;
    const line =
      parts.length === 1 && only ? only.toString('utf8') : Buffer.concat(parts).toString('utf8');
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text !== '') this.#onLine(text);
  }
}
