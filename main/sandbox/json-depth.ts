/** JSON.stringify overflows at about 5,000 levels on Node 20: a deeper value could be read but never sent on. */
export const maxJsonLevels = 1000;

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
/** Braces are brackets with this bit set: "[" 0x5b and "{" 0x7b, "]" 0x5d and "}" 0x7d. */
const braceBit = 0x20;

/** Whether the JSON text nests deeper than `maxJsonLevels`; reads the text instead of building the value. */
export function isTooDeep(json: string): boolean {
  if (json.length < 2 * maxJsonLevels) return false;
  let depth = 0;
  for (let i = 0; i < json.length; i += 1) {
    const char = json.charCodeAt(i);
    if (char === quote) i = endOfString(json, i);
    else if ((char & ~braceBit) === openBracket) {
      depth += 1;
      if (depth > maxJsonLevels) return true;
    } else if ((char & ~braceBit) === closeBracket) depth -= 1;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}
