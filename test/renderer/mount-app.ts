// The whole page on the real IPC layer, with a gateway that only remembers behind it.
import { flushSync, mount, unmount } from 'svelte';
import { onTestFinished } from 'vitest';
import { connectWindow } from '../../main/ipc/connect-window.ts';
import { createEmit } from '../../main/ipc/emit.ts';
import { createHandle } from '../../main/ipc/handle.ts';
import { createBridge } from '../../main/preload/create-bridge.ts';
import App from '../../renderer/App.svelte';
import ApprovalApp from '../../renderer/ApprovalApp.svelte';
import { createAppState, type AppState } from '../../renderer/state/app-state.ts';
import { languageFor } from '../../renderer/text/language.ts';
import { auditView } from '../builders/views.ts';
import { FakeDesktop } from '../fakes/fake-desktop.ts';
import { FakeWindowServices, type FakeWindowState } from '../fakes/fake-window-services.ts';
import { FakeIpc } from '../fakes/fake-ipc.ts';
import { createRecordingLogger } from '../fakes/recording-logger.ts';

export interface MountedApp {
  readonly services: FakeWindowServices;
  readonly desktop: FakeDesktop;
  readonly app: AppState;
  /** Text of everything that matches, spaces joined. */
  readonly texts: (selector: string) => string[];
  readonly find: (selector: string) => HTMLElement;
  readonly input: (selector: string) => HTMLInputElement;
  /** Lets answers arrive and the page redraw. */
  readonly settle: () => Promise<void>;
  readonly go: (hash: string) => Promise<void>;
  readonly press: (key: string, options?: KeyboardEventInit) => Promise<void>;
}

export async function mountApp(
  state: Partial<FakeWindowState> = {},
  { hash = '#/overview', locale = 'en-US' } = {},
): Promise<MountedApp> {
  // One call was made: without it the overview leads through the first steps.
  const services = new FakeWindowServices({ audit: [auditView()], ...state });
  const ipc = new FakeIpc();
  const logger = createRecordingLogger();
  const desktop = new FakeDesktop();
  const disconnect = connectWindow({
    services,
    handle: createHandle({ ipc: ipc.main, isOwnPage: () => true, logger }),
    emit: createEmit(ipc.contents, logger),
    desktop,
  });
  const bridge = createBridge(ipc);
  document.body.innerHTML = '';
  localStorage.clear();
  location.hash = hash;
  const holder = {
    location,
    document,
    localStorage,
    addEventListener: window.addEventListener.bind(window),
    setInterval: window.setInterval.bind(window),
    clearInterval: window.clearInterval.bind(window),
  };
  const app = createAppState(bridge, holder, languageFor(locale, 'UTC'));
  const root = hash === '#/approval' ? ApprovalApp : App;
  const component = mount(root, { target: document.body, props: { app } });
  onTestFinished(async () => {
    disconnect();
    await unmount(component);
  });

  const settle = async () => {
    // Several questions are asked at once, and each crosses a few promises.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    flushSync();
  };
  const find = (selector: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`nothing matches ${selector}`);
    return found;
  };
  await settle();
  return {
    services,
    desktop,
    app,
    texts: (selector) =>
      [...document.querySelectorAll(selector)].map((element) =>
        element.textContent.replace(/\s+/g, ' ').trim(),
      ),
    find,
    input(selector) {
      const found = find(selector);
      if (found instanceof HTMLInputElement) return found;
      throw new Error(`${selector} is no input`);
    },
    settle,
    async go(to) {
      location.hash = to;
      window.dispatchEvent(new HashChangeEvent('hashchange'));
      await settle();
    },
    async press(key, options = {}) {
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...options }));
      await settle();
    },
  };
}
