/** One run in one cell: load the files, start the entry, pass calls and answers, end exactly once. */
import type { HostFrame, LimitCode, RunRequest } from '../protocol.ts';
import { limitCodes, parseFacts, parseHostFrame } from '../protocol.ts';
import { bare } from './bare.ts';
import { createConsoleCapture } from './console-capture.ts';
import type { CodeCache } from './code-cache.ts';
import type { SourceFile } from '../sandbox.ts';
import type { Cell } from './cell.ts';
import { loadRun } from './load-run.ts';
import { describeNativeError } from './native-error.ts';

export interface Run {
  readonly id: number;
  reply(call: number, ok: boolean, answer: string | undefined): void;
  /** Ends the run for a limit, or without a word to the gateway when it asked for the end. */
  stop(reason: LimitCode | 'asked'): void;
  /** Called with each heartbeat: notices what gives no event. True while the run uses the processor. */
  look(): boolean;
}

export interface RunWorld {
  readonly send: (frame: HostFrame, payload?: string) => void;
  readonly onEnd: (run: Run) => void;
  /** The run came to its end and left nothing in its isolate that could still run: that may serve again. */
  readonly onCalm: () => void;
  readonly code: CodeCache;
  /** The run has begun, and has done all it could do without a call. */
  readonly isLoaded: boolean;
}

/** How long an isolate may take to show that it is idle; after its own end it may still be cleaning up. */
const pingMs = 50;
const pingAfterEndMs = 1000;

export function startRun(
  request: RunRequest,
  files: readonly SourceFile[],
  cell: Cell,
  { send, onEnd, onCalm, code, isLoaded }: RunWorld,
): Run {
  const { id, limits } = request;
  const log = createConsoleCapture((line) => {
    send({ t: 'log', id, line });
  });
  let calls = 0;
  let openCalls = 0;
  let hasEnded = false;
  let hasStarted = false;
  let isAsking = false;
  let lastCpu = cell.isolate.cpuTime;

  function end(frame: HostFrame, payload?: string): void {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(deadline);
    cell.onMessage = () => undefined;
    send(frame, payload);
    onEnd(run);
    void tearDown(frame.t);
  }

  /** Taking down an isolate that is running was seen to end in a segfault later: such a host is worn. */
  async function tearDown(ending: HostFrame['t']): Promise<void> {
    const isOwnEnd = ending === 'done' || ending === 'thrown';
    const isCalm = isLoaded || (await answersPing(isOwnEnd ? pingAfterEndMs : pingMs));
    if (cell.isolate.isDisposed) {
      send({ t: 'worn', why: 'an isolate reached its memory limit' });
      return;
    }
    if (!isCalm) send({ t: 'worn', why: 'an isolate was taken down while it was running' });
    if (isCalm && ending === 'done' && openCalls === 0) onCalm();
    else cell.isolate.dispose();
  }

  async function answersPing(patienceMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, patienceMs, false);
    });
    const answered = Promise.resolve()
      .then(() => cell.ping.apply(undefined, [], bare({})))
      .then(
        () => true,
        // A rejection left alone by a file that then threw is reported here: it is an answer as well.
        () => !cell.isolate.isDisposed,
      );
    const isCalm = await Promise.race([answered, timedOut]);
    clearTimeout(timer);
    return isCalm;
  }

  function onLimit(code: LimitCode, isStuck = false): void {
    end({ t: 'limit', id, code, isStuck });
  }

  function onCall(call: unknown, pathText: unknown, argsText: unknown): void {
    calls += 1;
    if (calls > limits.calls) {
      onLimit('limit-calls');
      return;
    }
    const path: unknown = JSON.parse(String(pathText));
    const frame = parseHostFrame({ t: 'call', id, call, path });
    // The gateway ends a host that sends what is no frame, and every run with it.
    if (frame === undefined) return;
    openCalls += 1;
    send(frame, asPayload(argsText));
  }

  function onFail(text: unknown): void {
    const { place, ...rest } = JSON.parse(String(text)) as Record<string, unknown>;
    const facts = parseFacts({ ...(place as object | undefined), ...rest });
    end({ t: 'thrown', id, facts: facts ?? { message: 'A value that cannot be read was thrown' } });
  }

  function onDone(text: unknown): void {
    const payload = asPayload(text);
    if (payload !== undefined && Buffer.byteLength(payload) > limits.resultBytes) {
      onLimit('limit-result');
    } else end({ t: 'done', id }, payload);
  }

  cell.onMessage = (kind, a, b, c) => {
    if (hasEnded) return;
    if (kind === 'started') hasStarted = true;
    else if (kind === 'call') onCall(a, b, c);
    else if (kind === 'log') log(String(a));
    else if (kind === 'fail') onFail(a);
    else if (kind === 'done') onDone(a);
    else if (kind === 'limit') onLimit(limitCodes.find((code) => code === a) ?? 'limit-result');
  };

  const run: Run = {
    id,
    reply(call, ok, answer) {
      openCalls -= 1;
      if (hasEnded || cell.isolate.isDisposed) return;
      cell.deliver.applyIgnored(undefined, [call, ok, answer], bare({}));
    },
    stop(reason) {
      if (reason === 'asked') end({ t: 'stopped', id });
      else onLimit(reason);
    },
    look() {
      if (hasEnded) return false;
      if (cell.isolate.isDisposed) {
        onLimit('limit-memory');
        return true;
      }
      const cpu = cell.isolate.cpuTime;
      const used = cpu - lastCpu;
      lastCpu = cpu;
      if (used === 0n && openCalls === 0 && hasStarted) void endIfStuck();
      return used > 10_000_000n;
    },
  };

  /**
   * With no call open and nothing left to do inside, no event can ever come: there are no timers in there.
   * Waiting for the time limit would only make the caller wait.
   */
  async function endIfStuck(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    const isCalm = await answersPing(pingMs);
    // Twice: the first answer may have been queued before the run's own last message.
    if (isCalm && (await answersPing(pingMs)) && openCalls === 0) onLimit('limit-time', true);
    isAsking = false;
  }

  const deadline = setTimeout(
    () => {
      onLimit('limit-time');
    },
    // Above this setTimeout fires at once.
    Math.min(limits.timeoutMs, 2 ** 31 - 1),
  );

  if (isLoaded) return run;
  void loadRun(request, files, cell, code).catch((error: unknown) => {
    if (cell.isolate.isDisposed) {
      onLimit('limit-memory');
      return;
    }
    // A promise rejected and left alone before the first await also arrives here; the run goes on.
    if (hasStarted) return;
    end({ t: 'thrown', id, facts: describeNativeError(error, files) });
  });
  return run;
}

/** JSON made by the guest never holds a raw newline; anything else must not reach the wire. */
function asPayload(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  if (text.includes('\n') || text.includes('\r'))
    throw new Error('The guest sent a text that is not its JSON');
  return text;
}
