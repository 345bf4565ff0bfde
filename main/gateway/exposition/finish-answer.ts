import type { CallResult } from '../../backends/backend.ts';
import type { Route } from '../route.ts';
import type { HintBook } from './hint-book.ts';
import { suggestionText, type NextStep } from './suggest-next.ts';

/**
 * The route with what this client gets behind the tool's own answer: hints of backends it reached for the
 * first time, and what may come next. Added after the gate, in blocks of their own: nothing the tool said
 * is touched.
 */
export function finishing(
  route: Route,
  hints: HintBook,
  nextSteps: () => readonly NextStep[],
): Route {
  const reached = new Set([route.backend]);
  return {
    ...route,
    run: (call) =>
      route.run({
        ...call,
        // A script reaches backends too, and its one answer carries their hints.
        publicCall: (inner, args) => {
          reached.add(inner.backend);
          return call.publicCall(inner, args);
        },
      }),
    finish: (result) => {
      const steps = result.isError === true ? [] : nextSteps();
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
