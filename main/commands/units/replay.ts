import { isDeepStrictEqual } from 'node:util';
import type { CallResult, SubCall } from '../../backends/backend.ts';
import { GatewayError, isErrorCode } from '../../platform/gateway-error.ts';
import type { RecordedCall } from './recording.ts';

type Args = Readonly<Record<string, unknown>>;

/**
 * Answers private calls from recordings. The same call gets the same reply; recorded several times, the
 * replies come in their order and the last one stays.
 */
export class Replay {
  /** Calls that no recording answers, as the glue wrote them. */
  readonly missing: string[] = [];
  readonly #calls: readonly RecordedCall[];
  readonly #inOrder: boolean;
  readonly #used = new Set<RecordedCall>();

  /** With `inOrder` arguments are not compared: they may hold the time of day. */
  constructor(calls: readonly RecordedCall[], inOrder: boolean) {
    this.#calls = calls;
    this.#inOrder = inOrder;
  }

  readonly subCall: SubCall = (backend, tool, args) => {
    const found = this.#find(backend.name, tool, args);
    if (found?.result !== undefined) return Promise.resolve(found.result as CallResult);
    if (found?.error !== undefined) {
      const { code, message, ...data } = found.error;
      return Promise.reject(
        new GatewayError(isErrorCode(code) ? code : 'backend-error', message, { data }),
      );
    }
    const call = `api.${backend.name}.${tool}(${JSON.stringify(args)})`;
    this.missing.push(call);
    return Promise.reject(new GatewayError('backend-error', `${call} is not recorded`));
  };

  #find(backend: string, tool: string, args: Args): RecordedCall | undefined {
    const fitting = this.#calls.filter(
      (call) =>
        call.backend === backend &&
        call.tool === tool &&
        (this.#inOrder || isDeepStrictEqual(call.args, asJson(args))),
    );
    const next = fitting.find((call) => !this.#used.has(call)) ?? fitting.at(-1);
    if (next !== undefined) this.#used.add(next);
    return next;
  }
}

function asJson(value: Args): unknown {
  return JSON.parse(JSON.stringify(value));
}
