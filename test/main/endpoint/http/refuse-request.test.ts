import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { refuseRequest } from '../../../../main/endpoint/http/refuse-request.ts';

const isRefused = (headers: { host?: string; origin?: string }, listening: string): boolean => {
  try {
    refuseRequest(headers, listening);
    return false;
  } catch {
    return true;
  }
};

test.each(['localhost:8123', '127.0.0.1:8123', '[::1]:8123', 'LOCALHOST:8123'])(
  'takes %s while listening on loopback',
  (host) => {
    expect(isRefused({ host }, '127.0.0.1')).toBe(false);
  },
);

test.each([
  undefined,
  '',
  'evil.example',
  '192.168.1.5:8123',
  'localhost.evil.example',
  '127.0.0.1.nip.io',
])('refuses Host %s while listening on loopback', (host) => {
  expect(isRefused(host === undefined ? {} : { host }, '127.0.0.1')).toBe(true);
});

test('takes addresses and own names while open to the network', () => {
  for (const host of [
    '192.168.1.5:8123',
    `${hostname()}:8123`,
    `${hostname()}.local`,
    'nas:8123',
  ]) {
    expect(isRefused({ host }, host.startsWith('nas') ? 'nas' : '0.0.0.0')).toBe(false);
  }
  expect(isRefused({ host: 'evil.example' }, '0.0.0.0')).toBe(true);
});

test('looks at Origin as well', () => {
  const host = '127.0.0.1:8123';
  expect(isRefused({ host, origin: 'http://localhost:6274' }, '127.0.0.1')).toBe(false);
  expect(isRefused({ host, origin: 'https://evil.example' }, '127.0.0.1')).toBe(true);
  expect(isRefused({ host, origin: 'null' }, '127.0.0.1')).toBe(true);
});
