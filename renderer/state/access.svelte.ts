import type { AccessView, OverrideRuleView } from '../../main/contract/access-services.ts';
import { ask, type Bridge } from '../bridge/bridge.ts';
import { createActions, type Actions } from './actions.svelte.ts';

export type ClassName = AccessView['classes'][number]['name'];
export type DecisionName = AccessView['classes'][number]['decisions'][string];

export interface AccessState {
  readonly actions: Actions;
  /** Undefined until the first answer. */
  readonly view: AccessView | undefined;
  load(): Promise<void>;
  decide(callerClass: ClassName, access: string, decision: DecisionName): Promise<boolean>;
  addOverride(rule: OverrideRuleView): Promise<boolean>;
  removeOverride(index: number): Promise<boolean>;
  setPolicy(name: string, isOn: boolean): Promise<boolean>;
}

export const accessKey = {
  cell: (callerClass: string, access: string) => `${callerClass} ${access}`,
  override: 'override',
  policy: (name: string) => `policy ${name}`,
};

export function createAccessState(bridge: Bridge): AccessState {
  const actions = createActions();
  let view = $state.raw<AccessView>();
  return {
    actions,
    get view() {
      return view;
    },
    async load() {
      view = await ask(bridge.access.get());
    },
    decide: (callerClass, access, decision) =>
      actions.run(accessKey.cell(callerClass, access), async () => {
        view = await ask(bridge.access.decide({ callerClass, access, decision }));
      }),
    addOverride: (rule) =>
      actions.run(accessKey.override, async () => {
        view = await ask(bridge.access.addOverride(rule));
      }),
    removeOverride: (index) =>
      actions.run(accessKey.override, async () => {
        const rule = view?.overrides[index];
        if (rule !== undefined) view = await ask(bridge.access.removeOverride({ index, rule }));
      }),
    setPolicy: (name, isOn) =>
      actions.run(accessKey.policy(name), async () => {
        view = await ask(bridge.access.policy({ name, isOn }));
      }),
  };
}
