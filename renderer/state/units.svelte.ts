import type { ExampleView, UnitView } from '../../main/contract/views.ts';
import { ask, type Bridge } from '../bridge/bridge.ts';
import { createActions } from './actions.svelte.ts';

export interface UnitsState {
  /** Undefined until the first answer. */
  readonly list: readonly UnitView[] | undefined;
  readonly examples: readonly ExampleView[];
  load(): Promise<void>;
  addExample(example: string): Promise<void>;
  setEnabled(unit: string, enabled: boolean): Promise<void>;
  setPromoted(unit: string, tool: string, promoted: boolean): Promise<void>;
  openFolder(unit: string): Promise<void>;
  openUnitsFolder(): Promise<void>;
  /** A switch waits for its answer under this key: it keeps its old place until then. */
  isPending(key: string): boolean;
  /** Why the last action under this key was refused. */
  refusal(key: string): string | undefined;
}

/** Names one control, so that its progress and its refusal show beside it. */
export const unitKey = {
  example: (example: string) => `example ${example}`,
  enabled: (unit: string) => `enabled ${unit}`,
  promoted: (unit: string, tool: string) => `promoted ${unit} ${tool}`,
  folder: (unit: string) => `folder ${unit}`,
  unitsFolder: 'units folder',
};

export function createUnitsState(bridge: Bridge): UnitsState {
  let list = $state.raw<readonly UnitView[]>();
  let examples = $state.raw<readonly ExampleView[]>([]);

  bridge.units.onChanged((changed) => {
    list = changed;
  });

  const actions = createActions();
  const act = async (key: string, action: () => Promise<unknown>) => {
    await actions.run(key, action);
  };
  return {
    get list() {
      return list;
    },
    get examples() {
      return examples;
    },
    async load() {
      list = await ask(bridge.units.list());
      examples = await ask(bridge.units.examples());
    },
    addExample: (example) =>
      act(unitKey.example(example), async () => {
        list = await ask(bridge.units.add({ example }));
        examples = await ask(bridge.units.examples());
      }),
    setEnabled: (unit, enabled) =>
      act(unitKey.enabled(unit), async () => {
        list = await ask(bridge.units.enable({ unit, enabled }));
      }),
    setPromoted: (unit, tool, promoted) =>
      act(unitKey.promoted(unit, tool), async () => {
        list = await ask(bridge.units.promote({ unit, tool, promoted }));
      }),
    openFolder: (unit) => act(unitKey.folder(unit), () => ask(bridge.units.open({ unit }))),
    openUnitsFolder: () => act(unitKey.unitsFolder, () => ask(bridge.units.browse())),
    isPending: (key) => actions.isPending(key),
    refusal: (key) => actions.refusal(key),
  };
}
