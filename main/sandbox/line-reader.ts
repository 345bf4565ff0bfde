import { StringDecoder } from 'node:string_decoder';

/**
 * Feeds chunks of a byte stream, calls `onLine` per line. A line above `maxChars` calls `onTooLong` once and
 * ends the reading: without a bound, a peer that never sends a newline fills the memory.
 */
export function createLineReader(
  maxChars: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let size = 0;
  let isOver = false;
  return (chunk) => {
    if (isOver) return;
    let text = decoder.write(chunk);
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      const line = parts.length === 0 ? text.slice(0, end) : parts.join('') + text.slice(0, end);
      parts = [];
      size = 0;
      text = text.slice(end + 1);
      onLine(line);
    }
    if (text === '') return;
    parts.push(text);
    size += text.length;
    if (size <= maxChars) return;
    isOver = true;
    parts = [];
    onTooLong();
  };
}
