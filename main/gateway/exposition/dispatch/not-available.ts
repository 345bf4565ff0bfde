import type { ExposedTool } from '../model.ts';
import { dispatchError, type DispatchError } from './dispatch-error.ts';

/** The action of a group that was picked, and those that could be. */
interface GroupChoice {
  readonly action: string;
  readonly open: readonly string[];
}

/** A tool that exists and is closed in this state. */
export function notAvailable(
  tool: string,
  { unit, states }: Pick<ExposedTool, 'unit' | 'states'>,
  state: string,
  choice?: GroupChoice,
): DispatchError {
  return dispatchError(
    'ACTION_NOT_AVAILABLE',
    [
      `"${choice?.action ?? tool}" cannot run in state "${state}".`,
      choice && `Allowed now: ${choice.open.join(', ') || '(none)'}`,
      'Fix: run an allowed operation first, then refresh tools/list.',
    ],
    { tool, ...(choice && { action: choice.action }), unit, states },
  );
}
