import { expect, test } from 'vitest';
import { codeLimits } from '../../../main/config/code-limits.ts';
import { limitProblems } from '../../../main/config/environment-limits.ts';
import { settingsFile } from '../../../main/config/schema/settings.ts';
import { unitLimits } from '../../../main/config/unit-limits.ts';

const settings = settingsFile.parse({
  units: {
    limits: {
      '*': { timeout_s: 20, memory_mb: 64 },
      own: { timeout_s: 5 },
      most: { timeout_s: 3600, memory_mb: 2048, api_calls: 1_000_000, result_mb: 50 },
    },
  },
  code: { timeout_s: 7, max_calls: 8 },
});

test.each([
  ['own', {}, 5000],
  ['own', { TOOLMESH_EXEC_TIMEOUT: '60' }, 5000],
  ['other', {}, 20_000],
  ['other', { TOOLMESH_EXEC_TIMEOUT: '1.5' }, 1500],
  ['other', { TOOLMESH_EXEC_TIMEOUT: 'soon' }, 20_000],
  ['other', { TOOLMESH_EXEC_TIMEOUT: '' }, 20_000],
])('gives unit %s with the environment %o its time', (unit, env, timeoutMs) => {
  expect(unitLimits(settings, env, unit).limits.timeoutMs).toBe(timeoutMs);
});

test('keeps the standard limits where nobody set one', () => {
  expect(unitLimits(undefined, {}, 'any')).toMatchObject({
    limits: { timeoutMs: 120_000, memoryMb: 128, calls: 20_000, resultBytes: 10_000_000 },
    depth: 16,
  });
  expect(codeLimits(undefined, {})).toMatchObject({ timeoutMs: 120_000, calls: 50 });
});

test('names a place only where a greater value would help', () => {
  expect(unitLimits(settings, {}, 'most').limitSettings).toEqual({});
  expect(unitLimits(settings, {}, 'own').limitSettings).toMatchObject({
    timeoutMs: 'units.limits.own.timeout_s in settings.yaml',
  });
});

test('names the variable that holds a script back', () => {
  expect(codeLimits(settings, { TOOLMESH_CODE_MAX_CALLS: '3' })).toEqual({
    calls: 3,
    timeoutMs: 7000,
    limitSettings: {
      calls: 'TOOLMESH_CODE_MAX_CALLS in the environment',
      timeoutMs: 'code.timeout_s in settings.yaml',
    },
  });
});

test('reports a variable that sets no limit', () => {
  const env = {
    TOOLMESH_EXEC_TIMEOUT: '2 min',
    TOOLMESH_CODE_TIMEOUT: '',
    TOOLMESH_CODE_MAX_CALLS: '1.5',
  };
  expect(limitProblems(env).map(({ message }) => message)).toEqual([
    'TOOLMESH_EXEC_TIMEOUT: expected a number of seconds above 0, at most 3600, got "2 min"; it is left out of account',
    'TOOLMESH_CODE_MAX_CALLS: expected a whole number from 1 to 10000, got "1.5"; it is left out of account',
  ]);
});
