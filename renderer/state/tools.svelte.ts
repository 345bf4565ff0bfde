import type { SourceView, ToolDetailView, UnitAboutView } from '../../main/contract/tool-views.ts';
import { ask, type Bridge } from '../bridge/bridge.ts';
import { createActions, type Actions } from './actions.svelte.ts';
import { createAttemptsState, type AttemptsHolder, type AttemptsState } from './attempts.svelte.ts';

export interface ToolsState {
  readonly actions: Actions;
  readonly attempts: AttemptsState;
  detail(unit: string, tool: string): Promise<ToolDetailView>;
  about(unit: string): Promise<UnitAboutView>;
  source(unit: string, problem: number): Promise<SourceView | null>;
  openFile(
    unit: string,
    place?: { problem: number } | { glue: string; line?: number },
  ): Promise<boolean>;
  reload(): Promise<boolean>;
  startOver(unit: string): Promise<unknown>;
}

export const toolKey = { openFile: 'open file', reload: 'reload' };

export function createToolsState(bridge: Bridge, holder: AttemptsHolder): ToolsState {
  const actions = createActions();
  return {
    actions,
    attempts: createAttemptsState(bridge, holder),
    detail: (unit, tool) => ask(bridge.tools.detail({ unit, tool })),
    about: (unit) => ask(bridge.units.about({ unit })),
    source: (unit, problem) => ask(bridge.units.source({ unit, problem })),
    openFile: (unit, place) =>
      actions.run(toolKey.openFile, () => ask(bridge.units.openFile({ unit, ...place }))),
    reload: () => actions.run(toolKey.reload, () => ask(bridge.units.reload())),
    startOver: (unit) => ask(bridge.tools.startOver({ unit })),
  };
}
