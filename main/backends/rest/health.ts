import type { ToolDescriptor } from '../backend.ts';
import { selectPath } from './dadl/json-path.ts';
import type { HealthSpec } from './dadl/model.ts';
import { scalarText } from './dadl/scalar-text.ts';
import { readHead } from './http/read-body.ts';
import { noSecrets, type HttpRequest } from './http/redirect.ts';
import { TimedOut, within } from './http/within.ts';
import { buildHeaders } from './request/build-headers.ts';
import { buildUrl, resolveBelow } from './request/build-url.ts';
import type { RestContext } from './rest-context.ts';
import { RestFailure } from './rest-failure.ts';

export interface Health {
  readonly ok: boolean;
  readonly http_status?: number;
  readonly error_code?: string;
  readonly error?: string;
  readonly latency_ms: number;
  readonly checked_at: string;
  readonly auth_expires_at?: string;
}

const mostBytes = 1_000_000;

export const healthDescriptor: ToolDescriptor = {
  name: 'health',
  access: 'read',
  description: 'Whether the service answers; never fails itself',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  checksArguments: true,
  tags: ['health'],
};

/** Asks the service as the file says. Never throws: a service that is away is an answer. */
export async function checkHealth(
  context: RestContext,
  spec: HealthSpec,
  signal: AbortSignal,
): Promise<Health> {
  const started = context.now();
  const since = performance.now();
  const outcome = await probe(context, spec, signal).catch((error: unknown) =>
    toOutcome(context, error),
  );
  return {
    ...outcome,
    latency_ms: Math.round(performance.now() - since),
    checked_at: new Date(started).toISOString(),
  };
}

type Outcome = Omit<Health, 'latency_ms' | 'checked_at'>;

async function probe(
  context: RestContext,
  spec: HealthSpec,
  signal: AbortSignal,
): Promise<Outcome> {
  return within(spec.timeoutMs, signal, async (own) => {
    const plain = toRequest(context, spec);
    const reply = await context.http.send(
      plain.url.origin === context.base.origin ? await context.auth.apply(plain, own) : plain,
      own,
    );
    const { status } = reply;
    const isExpected =
      spec.expectStatus.length === 0
        ? status >= 200 && status <= 299
        : spec.expectStatus.includes(status);
    const document = parse((await readHead(reply, mostBytes)).toString('utf8'));
    if (!isExpected) return { ok: false, http_status: status, error: `HTTP ${status}` };
    const { expectPath } = spec;
    if (expectPath !== undefined && !selectPath(expectPath, document).found)
      return {
        ok: false,
        http_status: status,
        error: `the answer has nothing at ${expectPath.text}`,
      };
    return { ok: true, http_status: status, ...expiry(spec, document) };
  });
}

/** The file's own endpoint, or that of a tool called without arguments. */
function toRequest({ base, dadl }: RestContext, spec: HealthSpec): HttpRequest {
  const tool = spec.tool === undefined ? undefined : dadl.tools.get(spec.tool);
  const headers = {
    accept: 'application/json',
    ...buildHeaders(dadl.headers, tool?.params ?? new Map(), {}),
  };
  return {
    method: tool?.method ?? spec.method,
    url:
      tool === undefined
        ? resolveBelow(base, spec.path ?? '')
        : buildUrl(base, tool, tool.params, {}),
    headers,
    secrets: noSecrets,
  };
}

function expiry(spec: HealthSpec, document: unknown): { auth_expires_at?: string } {
  const match = spec.authExpiresPath && selectPath(spec.authExpiresPath, document);
  return match?.found === true && match.value !== null
    ? { auth_expires_at: scalarText(match.value) }
    : {};
}

function toOutcome({ secrets }: RestContext, error: unknown): Outcome {
  if (error instanceof RestFailure) {
    const { httpStatus } = error.facts;
    return {
      ok: false,
      ...(httpStatus === undefined
        ? { error_code: error.code === 'timeout' ? 'timeout' : 'connection_refused' }
        : { http_status: httpStatus }),
      error: secrets.scrub(error.message),
    };
  }
  return {
    ok: false,
    error_code: errorCode(error),
    error: secrets.scrub(error instanceof Error ? error.message : String(error)),
  };
}

function errorCode(error: unknown): string {
  if (error instanceof TimedOut) return 'timeout';
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'dns_error';
  if (/^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH)$/.test(code))
    return 'connection_refused';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls_error';
  return /TIMEOUT|ETIMEDOUT/.test(code) ? 'timeout' : 'protocol_error';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
