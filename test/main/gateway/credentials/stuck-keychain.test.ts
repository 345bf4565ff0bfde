// A prompt that nobody answers blocks the addon for as long as it is open.
import { beforeEach, afterEach, expect, test } from 'vitest';
import {
  KeytarKeychain,
  type Keytar,
} from '../../../../main/gateway/credentials/keytar-keychain.ts';

function promptingKeytar(): { keytar: Keytar; asked: () => number; answer: () => void } {
  const open: (() => void)[] = [];
  let isAnswered = false;
  let asked = 0;
  const prompt = <T>(value: T): Promise<T> => {
    asked += 1;
    return new Promise((resolve) => {
      if (isAnswered) resolve(value);
      else
        open.push(() => {
          resolve(value);
        });
    });
  };
  return {
    keytar: {
      getPassword: () => prompt('k1'),
      setPassword: () => prompt(undefined),
      deletePassword: () => prompt(true),
    },
    asked: () => asked,
    answer: () => {
      isAnswered = true;
      for (const resolve of open) resolve();
    },
  };
}

let prompting: ReturnType<typeof promptingKeytar>;

beforeEach(() => {
  prompting = promptingKeytar();
});

afterEach(() => {
  prompting.answer();
});

const over = (keytar: Keytar): KeytarKeychain =>
  new KeytarKeychain({ load: () => Promise.resolve(keytar), timeoutMs: 20 });

test('gives up on an unanswered prompt and says so', async () => {
  await expect(over(prompting.keytar).get('NETDATA')).rejects.toMatchObject({
    code: 'keychain-unavailable',
    fault: 'prompt-pending',
  });
});

test('asks nothing more while a prompt is open', async () => {
  const keychain = over(prompting.keytar);

  const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(() => keychain.get('NETDATA')));

  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(prompting.asked()).toBe(1);
});

test('works again once the prompt was answered', async () => {
  const keychain = over(prompting.keytar);
  await keychain.get('NETDATA').catch(() => undefined);
  prompting.answer();

  await expect(keychain.get('NETDATA')).resolves.toBe('k1');
});

test('does not let an open prompt hold up the end of the process', async () => {
  const before = process.listenerCount('exit');
  const keychain = over(prompting.keytar);
  await keychain.get('NETDATA').catch(() => undefined);
  expect(process.listenerCount('exit')).toBe(before + 1);
  prompting.answer();
  await keychain.get('NETDATA');

  expect(process.listenerCount('exit')).toBe(before);
});

test('says what to install when the addon can not be loaded', async () => {
  const keychain = new KeytarKeychain({
    load: () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file')),
  });

  await expect(keychain.get('NETDATA')).rejects.toMatchObject({
    fault: 'not-installed',
    message: expect.stringContaining('install libsecret-1-0') as string,
  });
});
