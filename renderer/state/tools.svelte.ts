import type {
  SourceView,
  ToolDetailView,
  TryProgressView,
  TryResultView,
  UnitAboutView,
} from '../../main/contract/tool-views.ts';
import { ask, type Bridge } from '../bridge/bridge.ts';
import { createActions, type Actions } from './actions.svelte.ts';

export interface ToolsState {
  readonly actions: Actions;
  detail(unit: string, tool: string): Promise<ToolDetailView>;
  about(unit: string): Promise<UnitAboutView>;
  source(unit: string, problem: number): Promise<SourceView | null>;
  openFile(
    unit: string,
    place?: { problem: number } | { glue: string; line?: number },
  ): Promise<boolean>;
  reload(): Promise<boolean>;
  run(
    run: string,
    unit: string,
    tool: string,
    args: Record<string, unknown>,
  ): Promise<TryResultView>;
  cancel(run: string): Promise<unknown>;
  startOver(unit: string): Promise<unknown>;
  onProgress(listener: (progress: TryProgressView) => void): () => void;
}

export const toolKey = { openFile: 'open file', reload: 'reload' };

export function createToolsState(bridge: Bridge): ToolsState {
  const actions = createActions();
  return {
    actions,
    detail: (unit, tool) => ask(bridge.tools.detail({ unit, tool })),
    about: (unit) => ask(bridge.units.about({ unit })),
    source: (unit, problem) => ask(bridge.units.source({ unit, problem })),
    openFile: (unit, place) =>
      actions.run(toolKey.openFile, () => ask(bridge.units.openFile({ unit, ...place }))),
    reload: () => actions.run(toolKey.reload, () => ask(bridge.units.reload())),
    run: (run, unit, tool, args) => ask(bridge.tools.run({ run, unit, tool, args })),
    cancel: (run) => ask(bridge.tools.cancel({ run })),
    startOver: (unit) => ask(bridge.tools.startOver({ unit })),
    onProgress: (listener) => bridge.tools.onProgress(listener),
  };
}
