import type { ClientChangeView } from '../contract/client-views.ts';
import { changedSpan } from './diff/changed-span.ts';
import type { EditOutcome } from './edits/edit-file.ts';
import { toRefusalView } from './refusal-view.ts';
import { reloadStep } from './reload-step.ts';
import type { Client } from './registry/client-schema.ts';

/** With the whole texts, which only the command line prints. */
export interface ClientChange {
  readonly view: ClientChangeView;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export function toChange(client: Client, file: string, outcome: EditOutcome): ClientChange {
  const { before, after, warnings } = outcome;
  const change = changedSpan(before, after);
  const isDone = change !== undefined && outcome.outcome !== 'left';
  const boxed = outcome.outcome === 'installed' && isBoxed(file) ? [boxedWarning(client)] : [];
  return {
    view: {
      client: client.id,
      file,
      outcome: outcome.outcome,
      ...(change === undefined ? {} : { change }),
      warnings: [...warnings, ...boxed],
      ...(isDone && { next: reloadStep(client) }),
    },
    before,
    after,
  };
}

export function toRefusedChange(client: Client, file: string, error: unknown): ClientChange {
  const { reason, problem } = toRefusalView(client.label, file, error);
  return {
    view: { client: client.id, file, outcome: 'refused', reason, problem, warnings: [] },
    before: undefined,
    after: undefined,
  };
}

function isBoxed(file: string): boolean {
  return file.includes('/.var/app/');
}

function boxedWarning({ label }: Client): string {
  return `${label} runs in a Flatpak sandbox there and may not be allowed to start programs outside it`;
}
