// Known credentials must not leave in any text, whatever path brought them there: a backend that echoes its
// Authorization header, an error that quotes a URL. The values stay in here; all others hand in texts.
import { putNewest } from '../../platform/put-newest.ts';
import { secretForms, type SecretForms } from './secret-forms.ts';

const hidden = '[hidden]';

// OAuth tokens come and go; the newest are the ones that can still turn up.
const mostSecrets = 500;

/** Replaces every known credential by `[hidden]`, plain, base64 or URL-encoded. */
export class SecretScrubber {
  readonly #secrets = new Map<string, SecretForms>();
  #forms: readonly SecretForms[] = [];
  #version = 0;

  /** Another one with every value that becomes known: what was clean before may not be now. */
  get version(): number {
    return this.#version;
  }

  /** Called whenever a value is read or stored. An old value stays known: it may still be on its way. */
  learn(secret: string): void {
    if (secret === '' || this.#secrets.has(secret)) return;
    this.#version += 1;
    putNewest(this.#secrets, secret, secretForms(secret), mostSecrets);
    // Longest first: of two keys that begin alike the shorter must not leave the other's end behind.
    this.#forms = [...this.#secrets.values()].sort((a, b) => b.secret.length - a.secret.length);
  }

  text(text: string): string {
    let clean = text;
    for (const forms of this.#forms) {
      if (clean === forms.secret) return hidden;
      for (const form of forms.plain) {
        if (clean.includes(form)) clean = clean.replaceAll(form, hidden);
      }
      for (const core of forms.base64) {
        if (clean.includes(core)) clean = clean.replace(runAround(core), hidden);
      }
    }
    return clean;
  }

  /** The value with every text in it scrubbed, keys too; the same object when nothing has to go. */
  value<T>(value: T): T {
    if (this.#forms.length === 0) return value;
    return this.#isClean(JSON.stringify(value)) ? value : this.#walk(value);
  }

  /** As `value`, for who has the JSON already: a look at it is all that a clean answer costs. */
  encoded<T>(value: T, json: string): { readonly value: T; readonly json: string } {
    if (this.#isClean(json)) return { value, json };
    const clean = this.#walk(value);
    return { value: clean, json: JSON.stringify(clean) };
  }

  #isClean(json: string | undefined): boolean {
    return (
      json === undefined ||
      !this.#forms.some((forms) => forms.inJson.some((form) => json.includes(form)))
    );
  }

  #walk<T>(value: T): T {
    return this.#walkAny(value) as T;
  }

  #walkField(key: string, value: unknown): unknown {
    const clean = this.#walkAny(value);
    const isBinary = binaryFields.includes(key) && typeof value === 'string' && isBase64(value);
    return isBinary && clean !== value ? Buffer.from(hidden).toString('base64') : clean;
  }

  #walkAny(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#secrets.has(String(value)) ? hidden : value;
    if (Array.isArray(value)) return value.map((each) => this.#walkAny(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [this.text(key), this.#walkField(key, each)]),
    );
  }
}

// The fields of MCP that hold base64: clients refuse a whole answer when it is none.
const binaryFields = ['data', 'blob'];

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** The whole base64 text: what is left of its ends would still tell some bits. */
function runAround(core: string): RegExp {
  return new RegExp(`[\\w+/-]*${core.replaceAll('+', '\\+')}[\\w+/=-]*`, 'g');
}
