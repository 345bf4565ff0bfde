import { quote } from './findings.ts';
import { isMap, type MapReader } from './read-value.ts';

const specUrl = /^https:\/\/dadl\.ai\/spec\/dadl-spec-v0\.(\d+)(?:\.md)?$/;
const accepted = [
  'https://dadl.ai/spec/dadl-spec-v0.1.md',
  'https://dadl.ai/spec/dadl-spec-v0.2.md',
].join(', ');

/** Minor number of the spec the file declares; what we do not know well is read as the newest known. */
export function checkSpecVersion(document: MapReader): number {
  const text = document.text('spec');
  if (text === undefined) {
    document.error('spec', `is missing; it is one of ${accepted}`);
    return 2;
  }
  const minor = Number(specUrl.exec(text)?.[1] ?? 'NaN');
  if (Number.isNaN(minor) || minor < 1) {
    document.error('spec', `expected one of ${accepted}, got ${quote(text)}`);
    return 2;
  }
  if (minor > 2) document.warn('spec', `v0.${minor} is newer than what is known here (v0.2)`);
  return minor;
}

const newKeys: Readonly<Record<string, readonly string[]>> = {
  backend: ['health'],
  tool: ['returns', 'idempotency', 'deprecated', 'retry_unsafe', 'replaced_by'],
  composite: ['delegates'],
  response: ['redact'],
  errors: ['map'],
};

/** Says which keys of v0.2 a file uses that declares v0.1; they work all the same. */
export function warnNewKeys(document: MapReader, minor: number): void {
  if (minor >= 2) return;
  const used = new Set<string>();
  const look = (place: string, value: unknown): void => {
    if (!isMap(value)) return;
    for (const key of newKeys[place] ?? [])
      if (Object.hasOwn(value, key)) used.add(`${place}.${key}`);
  };
  for (const key of ['requires', 'includes']) if (document.has(key)) used.add(key);
  const backend = document.raw('backend');
  look('backend', backend);
  if (!isMap(backend)) return;
  const tools = Object.values(isMap(backend['tools']) ? backend['tools'] : {});
  const composites = Object.values(isMap(backend['composites']) ? backend['composites'] : {});
  for (const composite of composites) look('composite', composite);
  for (const holder of [backend['defaults'], ...tools]) {
    look('tool', tools.includes(holder) ? holder : undefined);
    look('response', isMap(holder) ? holder['response'] : undefined);
    look('errors', isMap(holder) ? holder['errors'] : undefined);
  }
  if (used.size > 0)
    document.warn('spec', `the file declares v0.1 and uses ${[...used].join(', ')} of v0.2`);
}
