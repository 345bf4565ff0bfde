import { Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import type { CallerClass } from '../../config/schema/settings.ts';
import type { Caller } from '../caller.ts';
import { askClient } from './ask-client.ts';
import type { ApprovalAnswer, ApprovalDecision, ApprovalRequest } from './approval.ts';

interface ApprovalLimits {
  /** No answer for so long is a denial. */
  readonly timeoutMs: number;
  /** Longest life of "for this session". */
  readonly sessionMs: number;
}

export interface ApprovalDeskOptions {
  readonly limits: () => ApprovalLimits;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export type Question = Pick<ApprovalRequest, 'caller' | 'tool' | 'access' | 'description' | 'args'>;

interface Pending {
  readonly request: ApprovalRequest;
  readonly settle: (decision: ApprovalDecision, by: string) => void;
}

// A script can ask a thousand times at once; nobody reads that many.
const mostPending = 32;

interface Grant {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly by: string;
  /** The person said yes to a caller of this class; one that was moved to another is asked about anew. */
  readonly callerClass: CallerClass;
}

/**
 * Where calls wait for a person. Whoever can show requests attends the desk; while nobody does, the
 * client itself asks its user if it can (elicitation), and else the call is denied at once.
 */
export class ApprovalDesk {
  readonly #options: ApprovalDeskOptions;
  readonly #pending = new Map<string, Pending>();
  /** Granted for a session: by its caller object, which lives as long as the connection. */
  readonly #granted = new WeakMap<Caller, Map<string, Grant>>();
  readonly #changed = new Emitter<undefined>();
  #attendants = 0;

  constructor(options: ApprovalDeskOptions) {
    this.#options = options;
  }

  async ask(question: Question, signal: AbortSignal): Promise<ApprovalAnswer> {
    const { caller, tool } = question;
    const grant = this.#granted.get(caller)?.get(tool);
    const isSameClass = grant?.callerClass === caller.callerClass;
    if (grant !== undefined && isSameClass && grant.until > this.#options.now()) {
      return { allowed: true, decidedBy: `approved for the session by ${grant.by}`, reason: '' };
    }
    if (this.#attendants === 0 && caller.elicit === undefined) {
      return refused(
        'nobody to ask',
        'it needs an approval and there is nobody to ask; run toolmesh approvals watch and call again',
      );
    }
    if (this.#pending.size >= mostPending) {
      return refused('approvals', `${mostPending} other calls wait for an approval already`);
    }
    return this.#wait(question, signal);
  }

  pending(): readonly ApprovalRequest[] {
    return [...this.#pending.values()].map(({ request }) => request);
  }

  /** `by` tells the audit who: `alice in the window`. False when it was decided or timed out before. */
  decide(id: string, decision: ApprovalDecision, by: string): boolean {
    const pending = this.#pending.get(id);
    pending?.settle(decision, by);
    return pending !== undefined;
  }

  /** Somebody can show requests from now on, until the returned function is called. */
  attend(): Unsubscribe {
    this.#attendants += 1;
    let here = true;
    return () => {
      if (here) this.#attendants -= 1;
      here = false;
    };
  }

  /** Requests came or went. */
  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  #wait(question: Question, signal: AbortSignal): Promise<ApprovalAnswer> {
    const { timeoutMs } = this.#options.limits();
    const askedAt = this.#options.now();
    const request: ApprovalRequest = {
      ...question,
      id: this.#options.newId(),
      askedAt,
      expiresAt: askedAt + timeoutMs,
    };
    const done = new AbortController();
    return new Promise((resolve) => {
      const end = (answer: ApprovalAnswer): void => {
        if (!this.#pending.delete(request.id)) return;
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        done.abort();
        resolve(answer);
        this.#changed.emit(undefined);
      };
      const settle = (decision: ApprovalDecision, by: string): void => {
        if (decision === 'session') this.#grant(request, by);
        end(toAnswer(decision, by));
      };
      const leave = (): void => {
        end(refused('cancelled', 'the call was cancelled before anybody decided'));
      };
      const timer = setTimeout(() => {
        end(refused('no answer', `nobody decided within ${timeoutMs / 1000} s`));
      }, timeoutMs);
      this.#pending.set(request.id, { request, settle });
      signal.addEventListener('abort', leave);
      if (signal.aborted) leave();
      else if (this.#attendants > 0) this.#changed.emit(undefined);
      else
        void askClient(request, done.signal).then(({ decision, by }) => {
          settle(decision, by);
        });
    });
  }

  /** Also for what the same client asks at this moment: a script's ten calls are one question. */
  #grant({ caller, tool }: ApprovalRequest, by: string): void {
    const until = this.#options.now() + this.#options.limits().sessionMs;
    const tools = this.#granted.get(caller) ?? new Map<string, Grant>();
    this.#granted.set(caller, tools.set(tool, { until, by, callerClass: caller.callerClass }));
    for (const { request, settle } of [...this.#pending.values()]) {
      const isSame = request.caller === caller && request.tool === tool;
      if (isSame && this.#pending.size > 1)
        queueMicrotask(() => {
          settle('once', by);
        });
    }
  }
}

function toAnswer(decision: ApprovalDecision, by: string): ApprovalAnswer {
  if (decision === 'deny') return refused(`denied by ${by}`, `${by} said no`);
  const how = decision === 'once' ? 'once' : 'for the session';
  return { allowed: true, decidedBy: `approved ${how} by ${by}`, reason: '' };
}

function refused(decidedBy: string, reason: string): ApprovalAnswer {
  return { allowed: false, decidedBy, reason };
}
