const maxBytes = 4096;
const cutMark = '… (console cut at 4 KB)';

/** Lets at most 4 KB of console lines through; the line that reaches the cap is cut and marked. */
export function createConsoleCapture(onLine: (line: string) => void): (line: string) => void {
  let left = maxBytes - Buffer.byteLength(cutMark);
  return (line) => {
    if (left <= 0) return;
    const size = Buffer.byteLength(line) + 1;
    if (size <= left) {
      left -= size;
      onLine(line);
      return;
    }
    const kept = Buffer.from(line)
      .subarray(0, left)
      .toString('utf8')
      .replace(/\uFFFD+$/, '');
    left = 0;
    onLine(kept + cutMark);
  };
}
