/** The keys of a JSON pointer (RFC 6901), `/a~1b/0` as `a/b` and `0`; none for the whole document. */
export function pointerParts(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
