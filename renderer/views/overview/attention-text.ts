import type { AttentionItem } from '../../../main/contract/attention.ts';
import type { Words } from '../../text/words.ts';

export interface AttentionText {
  readonly kind: 'err' | 'warn';
  readonly title: string;
  readonly line: string;
  /** The unit that holds the details. */
  readonly unit?: string;
}

export function attentionText(item: AttentionItem, words: Words['overview']): AttentionText {
  switch (item.kind) {
    case 'problem':
      return { kind: 'err', title: item.problem.subject, line: item.problem.message };
    case 'unit-error': {
      const { unit, problem } = item;
      return {
        kind: 'err',
        title: words.unitError(unit.name, fileName(problem?.file), problem?.line),
        line: problem?.message ?? unit.line,
        unit: unit.name,
      };
    }
    case 'backend-down': {
      const { unit, backend } = item;
      return {
        kind: 'warn',
        title: words.backendDown(backend.name),
        line: words.backendDownLine(backend.detail, unit?.name),
        ...(unit && { unit: unit.name }),
      };
    }
  }
}

/** The last part of a path of either kind; the whole path stands on the unit's page. */
function fileName(file: string | undefined): string | undefined {
  return file?.split(/[\\/]/).at(-1);
}
