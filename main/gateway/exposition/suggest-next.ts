import type { Surface } from './compile.ts';
import type { Action, JsonObject } from './model.ts';
import { sentence } from './sentence.ts';

export interface NextStep {
  readonly name: string;
  readonly arguments?: JsonObject;
  readonly reason?: string;
}

/** What may come next, in names this client can call. Hidden, closed and unknown targets fall away. */
export function suggestNext(
  surface: Surface,
  action: Action,
  nameOf: (target: Action) => NextStep | undefined = (target) => listedName(surface, target),
): readonly NextStep[] {
  const steps: NextStep[] = [];
  const seen = new Set<string>();
  for (const suggestion of action.tool.suggest ?? []) {
    if (suggestion === null || typeof suggestion.tool !== 'string') continue;
    const { tool, reason } = suggestion;
    const id = tool.includes('.') ? tool : `${tool}.default`;
    const target = surface.actions.get(id);
    if (target === undefined || seen.has(id) || !surface.isOpen(target)) continue;
    const step = nameOf(target);
    if (step === undefined) continue;
    seen.add(id);
    steps.push({ ...step, ...(reason !== undefined && { reason }) });
  }
  return steps;
}

/** The call of an action in the surface's names. */
export function listedName(surface: Surface, { id, action }: Action): NextStep | undefined {
  const route = surface.routeOfAction.get(id);
  if (route === undefined) return undefined;
  const isGroup = route.kind === 'group';
  return {
    name: route.name,
    ...(isGroup && { arguments: { [route.discriminator]: action } }),
  };
}

/** The text block for the end of a successful answer; undefined when there is nothing to suggest. */
export function suggestionText(steps: readonly NextStep[]): string | undefined {
  if (steps.length === 0) return undefined;
  const lines = steps.map(({ name, arguments: args, reason = '' }) => {
    const call = args === undefined ? name : `${name} ${JSON.stringify(args)}`;
    const why = sentence(reason);
    return why === '' ? `- ${call}` : `- ${call}: ${why}`;
  });
  return ['Suggested next steps:', ...lines].join('\n');
}
