// What stops or will stop calls. One list, so that the tray, the sidebar and the page count the same.
import type { BackendView, GatewayView, ProblemView, UnitView } from './views.ts';

export type AttentionItem =
  | { readonly kind: 'problem'; readonly problem: ProblemView }
  | { readonly kind: 'unit-error'; readonly unit: UnitView; readonly problem?: ProblemView }
  | { readonly kind: 'backend-down'; readonly unit?: UnitView; readonly backend: BackendView };

/** Errors first, then what is down. Warnings stop nothing and stay with their unit. */
export function attentionItems(
  gateway: GatewayView,
  units: readonly UnitView[],
): readonly AttentionItem[] {
  const told = new Set(units.flatMap((unit) => unit.problems.map(identity)));
  const problems = gateway.problems
    // A unit's own problems are told with the unit.
    .filter((problem) => problem.severity === 'error' && !told.has(identity(problem)))
    .map((problem): AttentionItem => ({ kind: 'problem', problem }));
  const broken = units
    .filter(({ state }) => state === 'error')
    .map((unit): AttentionItem => {
      const problem = unit.problems.find(({ severity }) => severity === 'error');
      return { kind: 'unit-error', unit, ...(problem && { problem }) };
    });
  const down = units
    .filter(({ state }) => state !== 'off')
    .flatMap((unit) =>
      unit.backends
        .filter(({ state }) => state === 'down')
        .map((backend): AttentionItem => ({ kind: 'backend-down', unit, backend })),
    );
  const alone = (gateway.backends ?? [])
    .filter(({ state }) => state === 'down')
    .map((backend): AttentionItem => ({ kind: 'backend-down', backend }));
  return [...problems, ...broken, ...down, ...alone];
}

/** A unit's problem also stands in the list of all; its folder may have another name than the unit. */
function identity({ subject, file, line, message }: ProblemView): string {
  return JSON.stringify([subject, file, line, message]);
}
