import type { Words } from './words.ts';

export interface Format {
  readonly count: (value: number) => string;
  /** `0.8 KB`, `675 KB`, `61.4 MB`; 1 KB is 1,000 bytes. */
  readonly bytes: (value: number) => string;
  /** Both in the unit of the larger one, which is named once: `12.2` and `0.8 KB`. */
  readonly bytePair: (raw: number, returned: number) => readonly [raw: string, returned: string];
  /** With separators; from a million `7.05 M`. */
  readonly tokens: (value: number) => string;
  readonly percent: (share: number) => string;
  /** `3.1 ms`, `14 ms`, `10.0 s`. */
  readonly duration: (ms: number) => string;
  /** `21:14` */
  readonly clock: (ts: number) => string;
  /** `21:14:08` */
  readonly clockSeconds: (ts: number) => string;
  /** `29 Nov 2026` */
  readonly day: (ts: number) => string;
  /** `29 Nov` */
  readonly date: (ts: number) => string;
  /** `23 s ago` */
  readonly ago: (ts: number, now: number) => string;
  /** `6 d 4 h`, `12 min` */
  readonly span: (ms: number) => string;
}

const nbsp = '\u00a0';

export function createFormat(locale: string, words: Words, timeZone?: string): Format {
  const zone = timeZone === undefined ? {} : { timeZone };
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const oneDigit = fixed(locale, 1);
  const twoDigits = fixed(locale, 2);
  const minutes = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...zone,
  });
  const seconds = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...zone,
  });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone });
  const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...zone });
  const inUnit = (value: number, { size }: ByteUnit) => {
    const amount = value / size;
    return amount >= 99.95 && size <= 1e3 ? whole.format(amount) : oneDigit.format(amount);
  };
  const timeUnits = [
    [86_400_000, words.time.day],
    [3_600_000, words.time.hour],
    [60_000, words.time.minute],
    [1000, words.time.second],
  ] as const;

  return {
    count: (value) => whole.format(value),
    bytes(value) {
      const unit = unitOf(value);
      return `${inUnit(value, unit)}${nbsp}${unit.name}`;
    },
    bytePair(raw, returned) {
      const unit = unitOf(Math.max(raw, returned));
      return [inUnit(raw, unit), `${inUnit(returned, unit)}${nbsp}${unit.name}`];
    },
    tokens: (value) =>
      value >= 1e6 ? `${twoDigits.format(value / 1e6)}${nbsp}M` : whole.format(value),
    percent: (share) => `${whole.format(share * 100)}${nbsp}%`,
    duration(ms) {
      if (ms >= 9950) return `${oneDigit.format(ms / 1000)}${nbsp}s`;
      return `${ms < 9.95 ? oneDigit.format(ms) : whole.format(ms)}${nbsp}ms`;
    },
    day: (ts) => days.format(ts),
    date: (ts) => dates.format(ts),
    clock: (ts) => minutes.format(ts),
    clockSeconds: (ts) => seconds.format(ts),
    ago(ts, now) {
      const age = Math.max(0, now - ts);
      const [size, name] = timeUnits.find(([unit]) => age >= unit) ?? [1000, words.time.second];
      return words.ago(Math.floor(age / size), name);
    },
    span(ms) {
      const from = timeUnits.findIndex(([unit]) => ms >= unit);
      const [first, second] = timeUnits.slice(from === -1 ? 3 : from);
      if (first === undefined) return '';
      const lead = `${Math.floor(ms / first[0])}${nbsp}${first[1]}`;
      const rest = second === undefined ? 0 : Math.floor((ms % first[0]) / second[0]);
      // Minutes and seconds would change too often to be read.
      if (second === undefined || rest === 0 || first[0] <= 60_000) return lead;
      return `${lead} ${rest}${nbsp}${second[1]}`;
    },
  };
}

interface ByteUnit {
  readonly size: number;
  readonly name: string;
}

function unitOf(bytes: number): ByteUnit {
  if (bytes >= 999_500_000) return { size: 1e9, name: 'GB' };
  return bytes >= 999_500 ? { size: 1e6, name: 'MB' } : { size: 1e3, name: 'KB' };
}

function fixed(locale: string, digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
