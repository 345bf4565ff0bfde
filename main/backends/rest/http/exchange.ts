// One request of a tool until it is answered: key, attempts, waits. Everything that is repeated is repeated here.
import { randomUUID } from 'node:crypto';
import type { RestTool } from '../dadl/model.ts';
import { toFailure } from '../response/error-reply.ts';
import type { RestContext } from '../rest-context.ts';
import { RestFailure } from '../rest-failure.ts';
import { PrivateTarget } from './guarded-lookup.ts';
import type { HttpReply } from './http-client.ts';
import { BodyTooLarge } from './read-body.ts';
import type { HttpRequest } from './redirect.ts';
import { backoffDelay, headerDelay, holdUntil } from './retry-delay.ts';
import { pause, TimedOut, within } from './within.ts';

export interface CallTime {
  readonly signal: AbortSignal;
  /** Epoch milliseconds at which the whole call has to be over. */
  readonly deadline: number;
}

type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: RestFailure; readonly reply: HttpReply };

const longestWaitMs = 60_000;

/** Reads a 2xx reply with `read`. Throws a RestFailure for everything else. */
export async function exchange<T>(
  context: RestContext,
  tool: RestTool,
  request: HttpRequest,
  time: CallTime,
  read: (reply: HttpReply) => Promise<T>,
): Promise<T> {
  const { errors, idempotencyHeader } = tool;
  // Made once: every repeat has to carry the same key.
  const key = idempotencyHeader === undefined ? {} : { [idempotencyHeader]: randomUUID() };
  let repeats = 0;
  let hasRenewed = false;
  for (;;) {
    await waitForHold(context, time);
    const attempt = await once(context, tool, request, key, time, read);
    if (attempt.ok) return attempt.value;
    const { failure, reply } = attempt;
    if (reply.status === 401 && !hasRenewed && context.auth.renew()) {
      hasRenewed = true;
      continue;
    }
    if (!errors.retryOn.includes(reply.status) || errors.retry === undefined)
      throw withMissingKey(context, failure);
    if (!isRetrySafe(tool))
      throw failure.withNote(
        `not repeated, since a second ${tool.method} might act twice (idempotency or retry_unsafe in the DADL file allows it)`,
      );
    if (repeats >= errors.retry.maxRetries) throw failure;
    repeats += 1;
    await waitToRepeat(context, tool, { failure, reply }, repeats, time);
  }
}

async function once<T>(
  context: RestContext,
  tool: RestTool,
  request: HttpRequest,
  key: Readonly<Record<string, string>>,
  time: CallTime,
  read: (reply: HttpReply) => Promise<T>,
): Promise<Attempt<T>> {
  const { limits, now } = context;
  const isLong = tool.response.streaming !== 'no' || tool.response.isFile;
  const most = isLong ? limits.streamingMs : limits.requestMs;
  const left = isLong ? most : Math.min(most, time.deadline - now());
  try {
    return await within(Math.max(1, left), time.signal, async (signal) => {
      const authorized = isOwnOrigin(context, request)
        ? await context.auth.apply(request, signal)
        : request;
      const reply = await context.http.send(
        { ...authorized, headers: { ...authorized.headers, ...key } },
        signal,
      );
      const hold = holdUntil(tool.errors, reply.headers, now());
      if (hold !== undefined) context.hold.until = hold;
      if (reply.status >= 200 && reply.status <= 299) return { ok: true, value: await read(reply) };
      return { ok: false, failure: await toFailure(tool, reply), reply };
    });
  } catch (error) {
    if (time.signal.aborted) throw error;
    throw noReply(context, error);
  }
}

/** A path that is a whole URL of another origin never gets the key. */
function isOwnOrigin({ base }: RestContext, { url }: HttpRequest): boolean {
  return url.origin === base.origin;
}

function isRetrySafe({ method, idempotencyHeader, retryUnsafe }: RestTool): boolean {
  return (
    ['GET', 'HEAD', 'PUT', 'DELETE'].includes(method) ||
    idempotencyHeader !== undefined ||
    retryUnsafe
  );
}

function noReply({ name, base }: RestContext, error: unknown): RestFailure {
  if (error instanceof RestFailure) return error;
  if (error instanceof TimedOut)
    return new RestFailure(
      'timeout',
      `Backend "${name}": ${error.message}; raise options.timeout if it needs longer`,
    );
  if (error instanceof BodyTooLarge)
    return new RestFailure('internal', `the answer was not read: ${error.message}`);
  if (error instanceof PrivateTarget)
    return new RestFailure('forbidden', `the request was not sent: ${error.message}`);
  return new RestFailure(
    'unavailable',
    `Backend "${name}" does not answer at ${base.origin} (${networkReason(error)})`,
  );
}

function networkReason(error: unknown): string {
  for (
    let cause = error, depth = 0;
    cause instanceof Error && depth < 5;
    cause = cause.cause, depth += 1
  ) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== undefined) return `${code}: ${cause.message}`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** A refusal without a key is nearly always the missing key. */
function withMissingKey({ auth }: RestContext, failure: RestFailure): RestFailure {
  const name = auth.missing();
  const { httpStatus } = failure.facts;
  if (name === undefined || (httpStatus !== 401 && httpStatus !== 403)) return failure;
  return failure.withNote(
    `the credential "${name}" is not set, so no key was sent (toolmesh secrets set)`,
  );
}

async function waitForHold(context: RestContext, time: CallTime): Promise<void> {
  const wait = context.hold.until - context.now();
  if (wait <= 0) return;
  await waitOrFail(wait, context, time, () =>
    tooLong('rate_limited', 'the service has no requests left', wait),
  );
  context.hold.until = 0;
}

async function waitToRepeat(
  context: RestContext,
  tool: RestTool,
  { failure, reply }: { readonly failure: RestFailure; readonly reply: HttpReply },
  repeat: number,
  time: CallTime,
): Promise<void> {
  const { retry, retryAfterHeader } = tool.errors;
  if (retry === undefined) throw failure;
  const asked =
    retryAfterHeader === undefined
      ? undefined
      : headerDelay(reply.headers[retryAfterHeader], context.now());
  const wait = asked ?? backoffDelay(retry, repeat);
  await waitOrFail(wait, context, time, () =>
    asked === undefined
      ? failure
      : tooLong('rate_limited', failure.message, wait, failure.facts.httpStatus),
  );
}

async function waitOrFail(
  ms: number,
  { now }: RestContext,
  { signal, deadline }: CallTime,
  failure: () => RestFailure,
): Promise<void> {
  if (ms > longestWaitMs || now() + ms >= deadline) throw failure();
  await pause(ms, signal);
}

function tooLong(code: string, message: string, ms: number, httpStatus?: number): RestFailure {
  return new RestFailure(
    code,
    `${message}; it asks to wait ${Math.ceil(ms / 1000)} s, so try again later`,
    { httpStatus },
  );
}
