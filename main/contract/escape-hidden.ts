// Written as escapes, so that what a person approves is what they read, and no terminal obeys it: controls, and
// the characters that turn the reading direction around or take no room (Unicode categories Cc, Cf, Zl, Zp).
const hidden = /[^\P{C}\n\t]|[\u2028\u2029]/gu;

export function escapeHidden(text: string): string {
  // The end of a line as Windows writes it hides nothing.
  return text.replaceAll('\r\n', '\n').replace(hidden, toEscape);
}

/** The same for what has one line: it cannot look like two. */
export function escapeLine(text: string): string {
  return text.replace(/[\n\t]/g, toEscape).replace(hidden, toEscape);
}

function toEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
