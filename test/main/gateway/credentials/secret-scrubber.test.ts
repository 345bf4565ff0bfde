import { expect, test } from 'vitest';
import { SecretScrubber } from '../../../../main/gateway/credentials/secret-scrubber.ts';

const secret = 'k3y/with+odd "signs" & spaces';

function knowing(...secrets: readonly string[]): SecretScrubber {
  const scrubber = new SecretScrubber();
  for (const each of secrets) scrubber.learn(each);
  return scrubber;
}

test('leaves everything as it is while no secret is known', () => {
  const value = { text: secret };
  expect(knowing().value(value)).toBe(value);
});

test('returns the very object when nothing has to go', () => {
  const value = { content: [{ type: 'text', text: 'all well' }] };
  expect(knowing(secret).value(value)).toBe(value);
});

test.each([
  ['plain', secret],
  ['inside a sentence', `HTTP 401: "${secret}" is not valid`],
  ['inside JSON in a text', JSON.stringify({ key: secret })],
  ['URL-encoded', `https://host/?key=${encodeURIComponent(secret)}&x=1`],
  ['as a form field', new URLSearchParams({ key: secret }).toString()],
  ['URL-encoded in lower case', encodeURIComponent(secret).replace(/%../g, (c) => c.toLowerCase())],
  ['base64', Buffer.from(secret).toString('base64')],
  ['base64 of one byte more', Buffer.from(`:${secret}`).toString('base64')],
  ['base64 of user and secret', Buffer.from(`ab:${secret}`).toString('base64')],
  ['base64url', Buffer.from(`user:${secret}:x`).toString('base64url')],
])('hides a secret %s', (_, text) => {
  const scrubber = knowing(secret);
  for (const clean of [scrubber.text(text), JSON.stringify(scrubber.value({ a: [text] }))]) {
    expect(clean).toContain('[hidden]');
    for (const part of ['k3y', 'odd', 'signs', 'spaces']) expect(clean).not.toContain(part);
  }
});

test('leaves no readable end of a base64 text that holds a secret', () => {
  const encoded = Buffer.from(`admin:${secret}`).toString('base64');
  expect(knowing(secret).text(`Authorization: Basic ${encoded} refused`)).toBe(
    'Authorization: Basic [hidden] refused',
  );
});

test('hides keys of objects and numbers equal to a secret', () => {
  expect(knowing('847362').value({ 'id-847362': 847362, other: 847363 })).toEqual({
    'id-[hidden]': '[hidden]',
    other: 847363,
  });
});

test('hides the longer of two secrets that begin alike', () => {
  expect(knowing('token-1', 'token-1-and-more').text('got token-1-and-more')).toBe('got [hidden]');
});

test('hides a very short secret only where it is the whole value', () => {
  expect(knowing('ab').value({ a: 'ab', b: 'about' })).toEqual({ a: '[hidden]', b: 'about' });
});

test('keeps an old value hidden after a new one is learned', () => {
  const scrubber = knowing('first-key', 'second-key');
  expect(scrubber.text('first-key second-key')).toBe('[hidden] [hidden]');
});
