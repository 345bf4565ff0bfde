import type { SavedDayView } from '../../main/contract/savings-services.ts';
import type { TokenEconomyView } from '../../main/contract/token-economy.ts';
import type { SavingsView } from '../../main/contract/views.ts';
import { ask, type Bridge } from '../bridge/bridge.ts';

export interface SavingsState {
  /** Undefined until the first answer. */
  readonly view: SavingsView | undefined;
  load(): Promise<void>;
  days(count: number): Promise<readonly SavedDayView[]>;
  economy(client: string): Promise<TokenEconomyView>;
}

export function createSavingsState(bridge: Bridge): SavingsState {
  let view = $state.raw<SavingsView>();
  bridge.savings.onChanged((changed) => {
    view = changed;
  });
  return {
    get view() {
      return view;
    },
    async load() {
      view = await ask(bridge.savings.get());
    },
    days: (days) => ask(bridge.savings.days({ days })),
    economy: (client) => ask(bridge.savings.economy({ client })),
  };
}
