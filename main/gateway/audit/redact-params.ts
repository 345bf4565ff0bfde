// Parameters are shown and kept, so what is named like a secret is not. Values known as credentials
// never reach parameters: they are injected in the transport.
const secretName =
  /pass(word|phrase|wd)?|secret|token|api[-_]?key|credential|authorization|cookie|private[-_]?key/i;

// A record is for reading; whole documents sent as arguments are in the client's history.
const maxBytes = 16_384;

/** The arguments as JSON with secrets replaced, cut at 16 KB. */
export function redactParams(args: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(args, (key, value: unknown) =>
    key !== '' && secretName.test(key) && value !== null && typeof value !== 'boolean'
      ? '[hidden]'
      : value,
  );
  if (text.length <= maxBytes) return text;
  return JSON.stringify({ cut: text.slice(0, maxBytes), bytes: Buffer.byteLength(text) });
}
