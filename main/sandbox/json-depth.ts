/** JSON.stringify overflows at about 5,000 levels on Node 20: a deeper value could be read but never sent on. */
export const maxJsonLevels = 1000;

const quote = 0x22;
const backslash = 0x5c;
const openers = new Set([0x5b, 0x7b]);
const closers = new Set([0x5d, 0x7d]);

/** Whether the JSON text nests deeper than `maxJsonLevels`; reads the text instead of building the value. */
export function isTooDeep(json: string): boolean {
  if (json.length < 2 * maxJsonLevels) return false;
  let depth = 0;
  for (let i = 0; i < json.length; i += 1) {
    const char = json.charCodeAt(i);
    if (char === quote) i = endOfString(json, i);
    else if (openers.has(char)) {
      depth += 1;
      if (depth > maxJsonLevels) return true;
    } else if (closers.has(char)) depth -= 1;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  for (let i = start + 1; i < json.length; i += 1) {
    const char = json.charCodeAt(i);
    if (char === backslash) i += 1;
    else if (char === quote) return i;
  }
  return json.length;
}
