// Parameters are shown and kept, so what is named like a secret is not.
const secretName =
  /pass(word|phrase|wd)?|secret|token|api[-_]?key|credential|authorization|cookie|private[-_]?key/i;

// A record is for reading; whole documents sent as arguments are in the client's history.
const maxBytes = 16_384;

/** The arguments as JSON with secrets replaced, cut at 16 KB. Never throws: a record must be written. */
export function redactParams(args: Readonly<Record<string, unknown>>): string {
  let text: string;
  try {
    text = JSON.stringify(args, hideSecret);
  } catch {
    // V8 overflows at about 5,000 levels on Node 20.
    return '{"cut":"nested too deep to be kept"}';
  }
  if (text.length <= maxBytes) return text;
  return JSON.stringify({ cut: text.slice(0, maxBytes), bytes: Buffer.byteLength(text) });
}

function hideSecret(key: string, value: unknown): unknown {
  const isSecret = key !== '' && secretName.test(key);
  return isSecret && value !== null && typeof value !== 'boolean' ? '[hidden]' : value;
}
