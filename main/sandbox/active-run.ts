/** One job on its way: its bridge calls, its console lines, its hard deadline, its single end. */
import type { GatewayError } from '../platform/gateway-error.ts';
import { GatewayError as SandboxError } from '../platform/gateway-error.ts';
import type { Host } from './host-pair.ts';
import { isTooDeep, maxJsonLevels } from './json-depth.ts';
import type { HostFrame, LimitCode, RunEntry, RunRequest } from './protocol.ts';
import { cancelledError, limitError, stuckError, thrownError, tooDeepError } from './run-errors.ts';
import type { Sources } from './sources.ts';
import type { BridgeReply, SandboxJob, SandboxOutcome } from './sandbox.ts';

export interface ActiveRun {
  readonly id: number;
  readonly job: SandboxJob;
  readonly console: readonly string[];
  readonly calls: number;
  host: Host | undefined;
  /** How many hosts died under it. */
  losses: number;
  dispatches: number;
  dispatchedAt: number;
  isBusy: boolean;
  /** Set when its host is killed because of it. */
  verdict: LimitCode | undefined;
  /** Ends a run that must not start: cancelled already, or values that are not JSON. */
  refuseEarly(): boolean;
  /** Sends the job to `host`, from the beginning. */
  begin(onOwnThread: boolean): void;
  /** The host has started: from now on its time counts as the run's. */
  countTime(): void;
  /** Throws when the host breaks the protocol. */
  onFrame(frame: HostFrame & { readonly id: number }, payload: string | undefined): void;
  limitError(code: LimitCode): GatewayError;
  fail(error: GatewayError): void;
}

export interface ActiveRunEvents {
  readonly resolve: (outcome: SandboxOutcome) => void;
  readonly reject: (error: GatewayError) => void;
  readonly killGraceMs: number;
  readonly onSettled: (run: ActiveRun) => void;
  /** The limit and the grace are over and the host has not ended the run. */
  readonly onUnstoppable: (run: ActiveRun) => void;
}

const maxConsoleChars = 5000;
const maxReplyChars = 64 * 1024 * 1024;
/** setTimeout fires at once above this. */
const maxTimeoutMs = 2 ** 31 - 1;

export function createActiveRun(id: number, job: SandboxJob, events: ActiveRunEvents): ActiveRun {
  const { limits, label, signal } = job;
  let request: Request | undefined;
  let lines: string[] = [];
  let calls = 0;
  let isSettled = false;
  let deadline: NodeJS.Timeout | undefined;

  function settle(): boolean {
    if (isSettled) return false;
    isSettled = true;
    clearTimeout(deadline);
    signal?.removeEventListener('abort', cancel);
    events.onSettled(run);
    return true;
  }

  function fail(error: GatewayError): void {
    if (settle()) events.reject(error);
  }

  function cancel(): void {
    run.host?.process.send({ t: 'stop', id });
    fail(cancelledError(label, lines));
  }

  function onCall(call: number, path: readonly string[], payload: string | undefined): void {
    calls += 1;
    if (calls > limits.calls) throw new Error(`run ${id} makes call ${calls} of ${limits.calls}`);
    if (payload !== undefined && isTooDeep(payload)) {
      const message = `The arguments of ${path.join('.')} are nested deeper than ${maxJsonLevels} levels`;
      reply(call, { ok: false, error: { code: 'invalid-arguments', message } });
      return;
    }
    const args: unknown = payload === undefined ? undefined : JSON.parse(payload);
    job.onCall({ path, args }).then(
      (answer) => {
        reply(call, answer);
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        reply(call, { ok: false, error: { code: 'internal', message } });
      },
    );
  }

  function reply(call: number, answer: BridgeReply): void {
    if (isSettled || run.host === undefined) return;
    const [ok, payload] = encodeReply(answer);
    run.host.process.send({ t: 'reply', id, call, ok }, payload);
  }

  function onDone(payload: string | undefined): void {
    if (payload !== undefined && isTooDeep(payload)) {
      fail(tooDeepError(label, limits, maxJsonLevels, lines));
      return;
    }
    const value: unknown = payload === undefined ? undefined : JSON.parse(payload);
    if (settle()) events.resolve({ value, console: lines, calls });
  }

  function onLog(line: string): void {
    const used = lines.reduce((sum, known) => sum + known.length, 0);
    if (used + line.length <= maxConsoleChars) lines.push(line);
  }

  const run: ActiveRun = {
    id,
    job,
    host: undefined,
    losses: 0,
    dispatches: 0,
    dispatchedAt: 0,
    isBusy: false,
    verdict: undefined,
    get console() {
      return lines;
    },
    get calls() {
      return calls;
    },
    refuseEarly() {
      if (signal?.aborted === true) {
        fail(cancelledError(label, lines));
        return true;
      }
      try {
        request = toRequest(id, job);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        fail(
          new SandboxError('invalid-arguments', `${label} got values that are not JSON: ${reason}`),
        );
        return true;
      }
      signal?.addEventListener('abort', cancel);
      return false;
    },
    begin(onOwnThread) {
      if (request === undefined) return;
      lines = [];
      calls = 0;
      run.isBusy = false;
      const { host } = run;
      if (host === undefined) return;
      host.process.send({ ...request, entry: entryOf(job, host.sources), onOwnThread });
      clearTimeout(deadline);
      if (host.isReady) run.countTime();
    },
    countTime() {
      deadline = setTimeout(
        () => {
          events.onUnstoppable(run);
        },
        Math.min(limits.timeoutMs + events.killGraceMs, maxTimeoutMs),
      );
    },
    onFrame(frame, payload) {
      if (frame.t === 'call') onCall(frame.call, frame.path, payload);
      else if (frame.t === 'log') onLog(frame.line);
      else if (frame.t === 'done') onDone(payload);
      else if (frame.t === 'thrown') fail(thrownError(frame.facts, lines));
      else if (frame.t === 'limit') {
        fail(frame.isStuck ? stuckError(job, lines) : run.limitError(frame.code));
      }
    },
    limitError: (code) => limitError(job, code, lines),
    fail,
  };
  return run;
}

type Request = Omit<RunRequest, 'entry' | 'onOwnThread'>;

function toRequest(id: number, job: SandboxJob): Request {
  const { entry, bridge, limits, globals = {} } = job;
  const argsText = entry.kind === 'script' ? '[]' : JSON.stringify(entry.args);
  return {
    t: 'run',
    id,
    bridge,
    limits,
    globalsText: JSON.stringify(globals),
    argsText,
  };
}

function entryOf({ entry, files }: SandboxJob, sources: Sources): RunEntry {
  if (entry.kind === 'function') return { source: sources.keyOf(files), functionName: entry.name };
  const [script = { name: 'script.js', source: '' }] = files;
  return { script };
}

function encodeReply(answer: BridgeReply): [ok: boolean, payload: string | undefined] {
  const fail = (code: string, message: string): [boolean, string] => [
    false,
    JSON.stringify({ code, message }),
  ];
  try {
    const text = JSON.stringify(answer.ok ? answer.value : answer.error) as string | undefined;
    if (text === undefined || text.length <= maxReplyChars) return [answer.ok, text];
    return fail('message-too-large', 'The answer is larger than 64 MB; ask for less');
  } catch {
    return fail('internal', 'The answer could not be written as JSON');
  }
}
