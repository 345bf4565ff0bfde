// Written as escapes, so that what a person approves is what they read: controls, and the characters that
// turn the reading direction around or take no room (Unicode categories Cc, Cf, Zl, Zp).
const hidden = /[^\P{C}\n\t]|[\u2028\u2029]/gu;

export function escapeHidden(text: string): string {
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
