// Masks e-mail addresses, card and account numbers and phone numbers in answers, by caller class.
if (ctx.phase !== 'post') return;

const maskFor = ['untrusted', 'standard'];

// What a unit gets from its private backends stays whole: masked input could be counted or joined wrongly.
const isPrivate = ctx.parent !== null && ctx.parent.unit !== undefined;

if (isPrivate || !maskFor.includes(ctx.caller.class)) return;

const passesLuhn = (digits) => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

const mask = (text) =>
  text
    .replace(/[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}/gi, '[e-mail]')
    .replace(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g, '[account]')
    // Metrics are full of long numbers: only what has a card's checksum is one.
    .replace(/\b\d(?:[ -]?\d){12,18}\b/g, (found) => {
      const digits = found.replace(/\D/g, '');
      return /^[3-6]/.test(digits) && passesLuhn(digits) ? '[card]' : found;
    })
    // With a country code; other numbers cannot be told from measurements.
    .replace(/\+\d{1,3}[ ()./-]{0,2}\d{1,4}(?:[ ()./-]{0,2}\d{2,4}){2,4}\b/g, '[phone]');

const maskAll = (value) => {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map(maskAll);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskAll(each)]));
};

// Pictures and sound are base64 that nobody should replace letters in.
ctx.response.content = ctx.response.content.map((block) =>
  block.type === 'image' || block.type === 'audio' ? block : maskAll(block),
);
if (ctx.response.structuredContent !== undefined) {
  ctx.response.structuredContent = maskAll(ctx.response.structuredContent);
}
