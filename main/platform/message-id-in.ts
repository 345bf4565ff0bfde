const idValue = String.raw`"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")`;
// Only where the message's own id can stand: an id further inside belongs to its content.
const idAtStart = new RegExp(
  String.raw`^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"]*"\s*,)*\s*${idValue}`,
);
const idAtEnd = new RegExp(String.raw`,\s*${idValue}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

/** The id of a JSON-RPC message that is too long to be read, from its first and last characters. */
export function messageIdIn(head: string, tail: string): string | number | undefined {
  const json = idAtStart.exec(head)?.[1] ?? idAtEnd.exec(tail)?.[1];
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json) as string | number;
  } catch {
    return undefined;
  }
}
