import type { GatewayView } from '../../main/contract/views.ts';
import { ask, type Bridge } from '../bridge/bridge.ts';

export interface GatewayState {
  /** Undefined until the first answer. */
  readonly view: GatewayView | undefined;
  readonly isSwitching: boolean;
  load(): Promise<void>;
  setPaused(paused: boolean): Promise<void>;
}

export function createGatewayState(bridge: Bridge): GatewayState {
  let view = $state.raw<GatewayView>();
  let isSwitching = $state(false);
  bridge.gateway.onChanged((changed) => {
    view = changed;
  });
  return {
    get view() {
      return view;
    },
    get isSwitching() {
      return isSwitching;
    },
    async load() {
      view = await ask(bridge.gateway.get());
    },
    async setPaused(paused) {
      isSwitching = true;
      try {
        view = await ask(bridge.gateway.pause({ paused }));
      } finally {
        isSwitching = false;
      }
    },
  };
}
