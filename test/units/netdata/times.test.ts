import { expect, test } from 'vitest';
import { useNetdata } from './open-netdata.ts';

const { openNetdata } = useNetdata();

const quarter = { after: '2026-11-29T20:20:10Z', before: '2026-11-29T20:35:09Z' };
const absolute = { after: 1795983609, before: 1795984509, points: 15 };
const relative = { after: -900, before: 0, points: 15 };

test.each([
  ['nothing', {}, relative],
  ['-15m', { after: '-15m' }, relative],
  ['15m', { after: '15m', before: 'now' }, relative],
  ['seconds as a duration', { after: '-900s' }, relative],
  ['RFC3339', { after: '2026-11-29T20:20:09Z', before: '2026-11-29T20:35:09Z' }, absolute],
  [
    'RFC3339 with milliseconds and zone',
    { after: '2026-11-29T22:20:09.000+02:00', before: '2026-11-29T20:35:09.999Z' },
    absolute,
  ],
  ['epoch seconds', { after: 1795983609, before: 1795984509 }, absolute],
  ['epoch milliseconds', { after: 1795983609000, before: 1795984509000 }, absolute],
  ['epoch seconds as text', { after: '1795983609', before: '1795984509' }, absolute],
  ['epoch milliseconds as text', { after: '1795983609000', before: '1795984509000' }, absolute],
])('normalises %s', async (_, times, sent) => {
  const { call, agent } = await openNetdata();
  const { window } = (await call('metric', { context: 'system.cpu', ...times })) as {
    window: unknown;
  };
  expect(agent.calls.at(-1)?.arguments).toMatchObject(sent);
  expect(window).toEqual({ ...quarter, step_s: 60 });
});

test('counts a relative start from now when the end is relative too', async () => {
  const { call, agent } = await openNetdata();
  const args = { context: 'system.cpu', after: '-15m', before: '-10m' };
  expect(await call('metric', args)).toMatchObject({
    window: { after: '2026-11-29T20:20:10Z', before: '2026-11-29T20:25:09Z' },
  });
  // The agent counts `after` from `before`.
  expect(agent.calls.at(-1)?.arguments).toMatchObject({ after: -300, before: -600 });
});

test.each([
  900,
  -900,
  -900.5,
  0,
  1.5e9 + 0.5,
  17959836090,
  '',
  'yesterday',
  '15 minutes ago',
  '2026-11-29',
  '2026-11-29 20:20:09',
  '2026-11-29T20:20:09',
  '2026-13-40T99:20:09Z',
  '-0s',
  '15x',
  '1h30m',
])('refuses %j as a time, with examples', async (after) => {
  const { call, agent } = await openNetdata();
  const failure = await call('metric', { context: 'system.cpu', after }).then(
    () => 'accepted',
    (error: unknown) => (error as Error).message,
  );
  // A fraction does not even pass the schema.
  if (typeof after === 'number' && !Number.isInteger(after)) {
    expect(failure).toContain('"after" must be');
  } else {
    expect(failure).toContain(`after: ${JSON.stringify(after)} is not a time; use "-15m", "2h", `);
  }
  expect(agent.calls).toEqual([]);
});

test.each([
  [
    { after: '-5m', before: '-10m' },
    'after ("-5m") is not earlier than before ("-10m"); swap them',
  ],
  [{ after: 1795984509, before: 1795983609 }, 'is not earlier than before'],
])('refuses the backward window %j', async (times, message) => {
  const { call } = await openNetdata();
  await expect(call('metric', { context: 'system.cpu', ...times })).rejects.toThrow(message);
});

test.each(['15', 'now', '2026-11-29T20:20:09Z', '-0m'])(
  'refuses %j as the length of a window',
  async (window) => {
    const { call } = await openNetdata();
    await expect(call('anomalies_now', { window })).rejects.toThrow(
      `window: ${JSON.stringify(window)} is not a length of time; use "15m", "2h" or "1d"`,
    );
  },
);
