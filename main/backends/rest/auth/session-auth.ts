import { scalarText } from '../dadl/scalar-text.ts';
import { selectPath } from '../dadl/json-path.ts';
import type { SessionSpec } from '../dadl/model.ts';
import type { HttpClient, HttpReply } from '../http/http-client.ts';
import { readBody } from '../http/read-body.ts';
import { noSecrets } from '../http/redirect.ts';
import { within } from '../http/within.ts';
import { RestFailure } from '../rest-failure.ts';
import { withHeaders, type Auth } from './auth.ts';
import type { ReadCredential } from './credential-reader.ts';
import type { Secrets } from './secrets.ts';

export interface SessionOptions {
  readonly spec: SessionSpec;
  /** Resolves the login's path below the backend's URL. */
  readonly resolve: (path: string) => URL;
  readonly http: HttpClient;
  readonly read: ReadCredential;
  readonly secrets: Secrets;
  readonly now: () => number;
}

interface Login {
  readonly values: Readonly<Record<string, string>>;
  readonly cookie: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

const lifetimeMs = 3_600_000;
const requestMs = 30_000;
const mostReplyBytes = 1_000_000;

/** Logs in before the first call, and again after an hour or, where the file says so, after a 401. */
export function createSessionAuth(options: SessionOptions): Auth {
  const { spec, now } = options;
  let login: Promise<Login> | undefined;
  let until = Infinity;
  return {
    async apply(request, signal) {
      if (login === undefined || until <= now()) {
        until = Infinity;
        login = logIn(options, signal);
      }
      const current = login;
      const {
        values,
        cookie,
        until: end,
      } = await current.catch((error: unknown) => {
        if (login === current) login = undefined;
        throw error;
      });
      until = end;
      const headers = spec.inject.map(
        ({ header, value }) => [header, fill(value, values)] as const,
      );
      return withHeaders(request, {
        ...(cookie !== '' && { cookie }),
        ...Object.fromEntries(headers),
      });
    },
    renew() {
      if (!spec.isRenewedOn401) return false;
      login = undefined;
      return true;
    },
    missing: () => undefined,
  };
}

async function logIn(options: SessionOptions, signal: AbortSignal): Promise<Login> {
  const { spec, http, read, resolve, now } = options;
  const body = spec.body === undefined ? undefined : await withSecrets(spec.body, read);
  const { reply, text } = await within(requestMs, signal, async (own) => {
    const answer = await http.send(
      {
        method: spec.method,
        url: resolve(spec.path),
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
        secrets: noSecrets,
      },
      own,
    );
    return { reply: answer, text: (await readBody(answer, mostReplyBytes)).toString('utf8') };
  });
  if (reply.status < 200 || reply.status > 299)
    throw new RestFailure('unauthorized', `the login failed with HTTP ${reply.status}`, {
      httpStatus: reply.status,
    });
  return {
    values: extract(options, text),
    cookie: cookieHeader(reply, options.secrets),
    until: now() + lifetimeMs,
  };
}

function extract({ spec, secrets }: SessionOptions, text: string): Record<string, string> {
  const names = Object.keys(spec.extract);
  if (names.length === 0) return {};
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new RestFailure('unauthorized', 'the login answered with something that is not JSON');
  }
  const values: Record<string, string> = {};
  for (const [name, path] of Object.entries(spec.extract)) {
    const match = selectPath(path, document);
    if (!match.found || match.value === null)
      throw new RestFailure('unauthorized', `the login's answer has nothing at ${path.text}`);
    values[name] = scalarText(match.value);
    secrets.add(values[name]);
  }
  return values;
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(
    /\{\{\s*([^{}\s]+)\s*\}\}/g,
    (whole, name: string) => values[name] ?? whole,
  );
}

/** `credential:NAME` anywhere, and `password_credential: NAME`, become the secret itself. */
async function withSecrets(value: unknown, read: ReadCredential): Promise<unknown> {
  if (typeof value === 'string') {
    return value.startsWith('credential:')
      ? needed(value.slice('credential:'.length), read)
      : value;
  }
  if (Array.isArray(value)) return Promise.all(value.map((item) => withSecrets(item, read)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([key, item]: [string, unknown]) => {
    if (!key.endsWith('_credential') || typeof item !== 'string')
      return [key, await withSecrets(item, read)] as const;
    return [key.slice(0, -'_credential'.length), await needed(item, read)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function needed(name: string, read: ReadCredential): Promise<string> {
  const value = await read(name);
  if (value !== undefined) return value;
  throw new RestFailure(
    'unauthorized',
    `the login needs the credential "${name}", which is not set`,
  );
}

function cookieHeader(reply: HttpReply, secrets: Secrets): string {
  const jar = new Map<string, string>();
  for (const line of reply.cookies) {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at <= 0) continue;
    if (attributes.some((attribute) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(attribute)))
      jar.delete(name);
    else jar.set(name, value);
    secrets.add(value);
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}
