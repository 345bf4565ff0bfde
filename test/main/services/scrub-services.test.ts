import { expect, test } from 'vitest';
import { SecretScrubber } from '../../../main/gateway/credentials/secret-scrubber.ts';
import { GatewayError } from '../../../main/platform/gateway-error.ts';
import { scrubServices } from '../../../main/services/scrub-services.ts';

const secret = 'canary-77aa';
const scrubber = new SecretScrubber();
scrubber.learn(secret);

const services = scrubServices(
  {
    now: () => ({ detail: `401 for ?key=${secret}` }),
    later: () => Promise.resolve([secret]),
    fails: () => Promise.reject(new GatewayError('backend-error', `said ${secret}`)),
    onChange: (listener: (text: string) => void) => {
      listener(`told ${secret}`);
      return () => 'stopped';
    },
  },
  scrubber,
);

test('what services answer holds no known secret', async () => {
  expect(services.now()).toEqual({ detail: '401 for ?key=[hidden]' });
  expect(await services.later()).toEqual(['[hidden]']);
});

test('what services tell and throw holds none either', async () => {
  const told: string[] = [];
  const stop = services.onChange((text) => told.push(text));
  expect(told).toEqual(['told [hidden]']);
  expect(stop()).toBe('stopped');
  await expect(services.fails()).rejects.toThrow('said [hidden]');
});
