// Both ends of Electron's IPC in one object: what `invoke` sends is cloned, as the real one does.
import type { IpcMain, IpcMainInvokeEvent } from 'electron';

type Handler = (event: IpcMainInvokeEvent, payload: unknown) => unknown;
type Listener = (event: unknown, payload: unknown) => void;

export class FakeIpc {
  readonly handlers = new Map<string, Handler>();
  readonly #listeners = new Map<string, Set<Listener>>();
  sender = 'own page';

  readonly main: Pick<IpcMain, 'handle'> = {
    handle: (channel, handler) => {
      if (this.handlers.has(channel)) throw new Error(`second handler for ${channel}`);
      this.handlers.set(channel, handler);
    },
  };

  readonly contents = {
    isDestroyed: () => false,
    send: (channel: string, payload: unknown) => {
      for (const listener of this.#listeners.get(channel) ?? []) {
        listener({ sender: this }, structuredClone(payload));
      }
    },
  };

  async invoke(channel: string, input?: unknown): Promise<unknown> {
    const handler = this.handlers.get(channel);
    if (handler === undefined) throw new Error(`no handler for ${channel}`);
    const event = { sender: this.sender } as unknown as IpcMainInvokeEvent;
    return structuredClone(await handler(event, structuredClone(input)));
  }

  on(channel: string, listener: Listener): void {
    const known = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, known.add(listener));
  }

  off(channel: string, listener: Listener): void {
    this.#listeners.get(channel)?.delete(listener);
  }
}
