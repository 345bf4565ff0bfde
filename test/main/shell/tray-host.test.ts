import { expect, test } from 'vitest';
import { hasTrayHost, type AskProgram } from '../../../main/shell/tray-host.ts';

function answering(answers: Record<string, string>): AskProgram & { asked: string[] } {
  const asked: string[] = [];
  const ask = (program: string) => {
    asked.push(program);
    const answer = answers[program];
    return answer === undefined ? Promise.reject(new Error('ENOENT')) : Promise.resolve(answer);
  };
  return Object.assign(ask, { asked });
}

test('finds a host with the first program that is installed', async () => {
  const ask = answering({ busctl: 'b true\n' });
  expect(await hasTrayHost('linux', ask)).toBe(true);
  expect(ask.asked).toEqual(['gdbus', 'busctl']);
});

test.each([
  ['gdbus', '(<true>,)\n', true],
  ['gdbus', '(<false>,)\n', false],
  ['dbus-send', '   variant       boolean true\n', true],
])('reads the answer of %s: %j', async (program, answer, expected) => {
  expect(await hasTrayHost('linux', answering({ [program]: answer }))).toBe(expected);
});

test('has no tray where nothing answers', async () => {
  expect(await hasTrayHost('linux', answering({}))).toBe(false);
});

test('never asks on Windows and macOS', async () => {
  const ask = answering({});
  expect([await hasTrayHost('win32', ask), await hasTrayHost('darwin', ask)]).toEqual([true, true]);
  expect(ask.asked).toEqual([]);
});
