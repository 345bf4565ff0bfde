import { expect, test } from 'vitest';
import { openFgaSettings } from '../../../main/config/openfga-settings.ts';

const whole = {
  OPENFGA_MODE: 'restrict',
  OPENFGA_API_URL: 'http://127.0.0.1:8080',
  OPENFGA_STORE_ID: '01ABC',
};

test('bypasses without a word, and when told so', () => {
  expect(openFgaSettings({})).toEqual({ mode: 'bypass' });
  expect(openFgaSettings({ OPENFGA_MODE: 'bypass' })).toEqual({ mode: 'bypass' });
});

test('restricts with a server and a store, asking again after five seconds', () => {
  expect(openFgaSettings(whole)).toEqual({
    mode: 'restrict',
    apiUrl: 'http://127.0.0.1:8080',
    storeId: '01ABC',
    cacheMs: 5000,
  });
  expect(openFgaSettings({ ...whole, OPENFGA_CACHE_SECONDS: '0' })).toMatchObject({ cacheMs: 0 });
});

test.each([
  ['OPENFGA_MODE', 'strict', 'OPENFGA_MODE is bypass or restrict, got "strict"'],
  ['OPENFGA_API_URL', 'localhost:8080', 'OPENFGA_API_URL must be an http or https URL'],
  ['OPENFGA_STORE_ID', '', 'OPENFGA_STORE_ID is not set'],
  ['OPENFGA_CACHE_SECONDS', 'often', 'OPENFGA_CACHE_SECONDS is a number'],
])('restricts everything when %s is "%s"', (name, value, reason) => {
  expect(openFgaSettings({ ...whole, [name]: value })).toEqual({
    mode: 'restrict',
    reason: expect.stringContaining(reason) as string,
  });
});
