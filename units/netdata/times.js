// Times: the agent guesses silently (a float means an hour, milliseconds mean the far future), so nothing reaches it unread.

const UNIT_SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const TIME_EXAMPLES =
  '"-15m", "2h", "2026-11-29T20:20:09Z", 1795983609 (seconds) or 1795983609000 (ms)';

/** `{ back }` seconds before now, or `{ at }` seconds since 1970. */
function parseTime(name, value) {
  if (value === 'now') return { back: 0 };
  if (typeof value === 'string') {
    const text = value.trim();
    const back = durationSeconds(text);
    if (back !== undefined) return { back };
    if (/^\d{10}$|^\d{13}$/.test(text)) return parseTime(name, Number(text));
    // The zone is required: the agent reads a date without one as a number of seconds.
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(text)) {
      const ms = Date.parse(text);
      if (!Number.isNaN(ms)) return { at: Math.floor(ms / 1000) };
    }
  } else if (Number.isInteger(value)) {
    if (value >= 1e12 && value < 1e13) return { at: Math.floor(value / 1000) };
    if (value >= 1e9 && value < 1e10) return { at: value };
  }
  throw new Error(`${name}: ${JSON.stringify(value)} is not a time; use ${TIME_EXAMPLES}`);
}

/** Seconds of `15m`, `-15m`, `2h`; undefined when it is no duration. */
function durationSeconds(text) {
  const found = /^-?(\d{1,6})\s?([smhdw])$/.exec(text);
  const seconds = found ? Number(found[1]) * UNIT_SECONDS[found[2]] : 0;
  return seconds > 0 ? seconds : undefined;
}

function parseDuration(name, value) {
  const seconds = typeof value === 'string' ? durationSeconds(value.trim()) : undefined;
  if (seconds !== undefined) return seconds;
  throw new Error(
    `${name}: ${JSON.stringify(value)} is not a length of time; use "15m", "2h" or "1d"`,
  );
}

function durationText(seconds) {
  const unit = ['w', 'd', 'h', 'm'].find((each) => seconds % UNIT_SECONDS[each] === 0) ?? 's';
  return `${seconds / UNIT_SECONDS[unit]}${unit}`;
}

/**
 * What the agent is sent: `before` is 0, negative (back from now) or absolute; `after` is
 * absolute or negative, and then counts back from `before` as the agent does.
 */
function toWindow({ after, before }, names = { after: 'after', before: 'before' }) {
  const end = parseTime(names.before, before ?? 'now');
  // Default: a quarter of an hour that ends at `before`.
  const start =
    after === undefined ? { back: 900 + (end.back ?? 0) } : parseTime(names.after, after);
  const backwards = () =>
    new Error(
      `${names.after} (${JSON.stringify(after)}) is not earlier than ${names.before} (${JSON.stringify(before ?? 'now')}); swap them`,
    );
  if (start.at !== undefined) {
    if (end.at !== undefined && start.at >= end.at) throw backwards();
    const till = end.at ?? Math.floor(Date.now() / 1000) - end.back;
    return {
      after: start.at,
      before: end.at ?? (-end.back || 0),
      seconds: Math.max(till - start.at, 1),
    };
  }
  if (end.at !== undefined) {
    const seconds = after === undefined ? 900 : start.back;
    return { after: -seconds, before: end.at, seconds };
  }
  if (start.back <= end.back) throw backwards();
  const seconds = start.back - end.back;
  return { after: -seconds, before: -end.back || 0, seconds };
}

/** One point a minute, never fewer than 15: peaks shorter than a step are averaged away. */
function pointsFor(window) {
  return Math.min(240, Math.max(15, Math.ceil(window.seconds / 60)));
}

/** The window a query really answered; with `requested` when that is not what was asked. */
function answeredWindow(reply, asked) {
  const { after, before, update_every: step } = reply.view;
  const window = { after, before, step_s: step };
  const from = seconds(after);
  const till = seconds(before);
  // Slow collectors end the window on their own beat: system.load (every 5 s) was 4 s off.
  const slack = 2 * (reply.db?.update_every || 1) + Math.max(5, asked.seconds * 0.01);
  const off =
    Math.abs(till - from + 1 - asked.seconds) > slack ||
    (asked.before > 0 && Math.abs(till - asked.before) > slack) ||
    (asked.after > 0 && Math.abs(from - asked.after) > slack);
  if (off) window.requested = { after: sentText(asked.after), before: sentText(asked.before) };
  const first = reply.db?.first_entry;
  // Averages then cover less than the window says.
  if (first && seconds(first) > from + slack) window.data_from = first;
  return window;
}

function seconds(text) {
  return Math.floor(Date.parse(text) / 1000);
}

function sentText(value) {
  if (value > 0) return new Date(value * 1000).toISOString().replace('.000Z', 'Z');
  return value === 0 ? 'now' : `-${durationText(-value)}`;
}
