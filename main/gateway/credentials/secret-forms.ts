/** The texts by which one secret is recognised. */
export interface SecretForms {
  readonly secret: string;
  /** Replaced wherever they stand in a text. */
  readonly plain: readonly string[];
  /** Middle parts of base64 texts that hold the secret, at each of its three positions. */
  readonly base64: readonly string[];
  /** All of them as they stand in JSON text: one look tells whether there is anything to do. */
  readonly inJson: readonly string[];
}

// Shorter ones are part of ordinary words and numbers: only a value that is nothing else is hidden.
const leastInside = 4;
// Fewer base64 characters than this turn up in any picture.
const leastCore = 6;

export function secretForms(secret: string): SecretForms {
  const escaped = JSON.stringify(secret).slice(1, -1);
  if (secret.length < leastInside) {
    return { secret, plain: [], base64: [], inJson: [`"${escaped}"`, `:${secret}`] };
  }
  const encoded = urlEncoded(secret);
  const plain = unique([
    secret,
    escaped,
    encoded,
    encoded.replaceAll('%20', '+'),
    encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  ]);
  const base64 = base64Cores(secret);
  const inJson = unique([...plain.map((form) => JSON.stringify(form).slice(1, -1)), ...base64]);
  return { secret, plain, base64, inJson };
}

// Half a surrogate pair has no URL form.
function urlEncoded(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret;
  }
}

/**
 * `user:secret` in base64 holds no base64 of `secret`: where its bytes fall depends on what is before it.
 * Of each of the three positions the characters are taken that depend on the secret alone.
 */
function base64Cores(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const cores = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor((whole.length * 8) / 6);
    return whole.toString('base64').slice(first, last);
  });
  const long = cores.filter((core) => core.length >= leastCore);
  return unique([...long, ...long.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'))]);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
