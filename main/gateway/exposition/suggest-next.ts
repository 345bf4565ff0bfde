import type { Surface } from './compile.ts';
import type { Action, JsonObject } from './model.ts';
import { sentence } from './sentence.ts';

export interface NextStep {
  readonly name: string;
  readonly arguments?: JsonObject;
  readonly reason?: string;
}

/** What may come next, in names this client can call. Hidden, closed and unknown targets fall away. */
export function suggestNext(surface: Surface, action: Action): readonly NextStep[] {
  const steps: NextStep[] = [];
  const seen = new Set<string>();
  for (const suggestion of action.tool.suggest ?? []) {
    if (suggestion === null || typeof suggestion.tool !== 'string') continue;
    const { tool, reason } = suggestion;
    const id = tool.includes('.') ? tool : `${tool}.default`;
    const target = surface.actions.get(id);
    const route = surface.routeOfAction.get(id);
    if (target === undefined || route === undefined) continue;
    if (seen.has(id) || !surface.isOpen(target)) continue;
    seen.add(id);
    steps.push({
      name: route.name,
      ...(route.kind === 'group' && { arguments: { [route.discriminator]: target.action } }),
      ...(reason !== undefined && { reason }),
    });
  }
  return steps;
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
