import type { CallResult } from '../../backends/backend.ts';
import type { Route } from '../route.ts';
import type { ConnectionStates } from './connection-states.ts';
import type { HintBook } from './hint-book.ts';
import { suggestionText, type NextStep } from './suggest-next.ts';

export interface Connection {
  readonly hints: HintBook;
  readonly states: ConnectionStates;
  /** What may come next, once the call is over. */
  readonly stepsAfter: (canonicalName: string) => readonly NextStep[];
}

/**
 * The route as one connection takes it, with what the client gets behind the tool's own answer: hints of
 * backends it reached for the first time, and what may come next. Added after the gate, in blocks of their
 * own: nothing the tool said is touched.
 */
export function forConnection(route: Route, { hints, states, stepsAfter }: Connection): Route {
  const reached = new Set([route.backend]);
  const own = states.bind(route);
  return {
    ...own,
    run: (call) =>
      own.run({
        ...call,
        // A script reaches backends too, and its one answer carries their hints.
        publicCall: (inner, args) => {
          reached.add(inner.backend);
          return call.publicCall(states.bind(inner), args);
        },
      }),
    finish: (given) => {
      const result = own.finish?.(given) ?? given;
      const steps = result.isError === true ? [] : stepsAfter(route.canonicalName);
      const texts = [...[...reached].map((name) => hints.take(name)), suggestionText(steps)].filter(
        (text) => text !== undefined,
      );
      return texts.length === 0 ? result : extended(result, texts, steps);
    },
  };
}

function extended(
  result: CallResult,
  texts: readonly string[],
  steps: readonly NextStep[],
): CallResult {
  return {
    ...result,
    content: [...result.content, ...texts.map((text) => ({ type: 'text' as const, text }))],
    ...(steps.length > 0 && { _meta: { ...result._meta, 'gateway/suggestions': steps } }),
  };
}
