// What other programs import from `out/exposition.mjs`: the exposition layer on its own.
export { attachToServer } from './endpoint/attach-to-server.ts';
export { compile, withPrevious } from './gateway/exposition/compile.ts';
export { dispatch } from './gateway/exposition/dispatch/dispatch.ts';
export { toErrorResult } from './gateway/exposition/dispatch/dispatch-error.ts';
export { compareCosts, costOf } from './gateway/exposition/surface-cost.ts';
export { suggestionText, suggestNext } from './gateway/exposition/suggest-next.ts';
export { SurfaceMemo } from './gateway/exposition/surface-memo.ts';
export { ArgumentValidator } from './gateway/stages/validate-arguments.ts';
