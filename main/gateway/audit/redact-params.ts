import { hideNamedSecrets } from '../../platform/secret-name.ts';

// A record is for reading; whole documents sent as arguments are in the client's history.
const maxBytes = 16_384;

/** The arguments as JSON with secrets replaced, cut at 16 KB. Never throws: a record must be written. */
export function redactParams(args: Readonly<Record<string, unknown>>): string {
  let text: string;
  try {
    text = JSON.stringify(args, hideNamedSecrets);
  } catch {
    // V8 overflows at about 5,000 levels on Node 20.
    return '{"cut":"nested too deep to be kept"}';
  }
  if (text.length <= maxBytes) return text;
  return JSON.stringify({ cut: text.slice(0, maxBytes), bytes: Buffer.byteLength(text) });
}
