import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { coalesce } from '../../platform/emitter.ts';
import type { ToolDescriptor } from '../backend.ts';
import { keepSameTools } from './keep-same-tools.ts';
import { listTools } from './list-tools.ts';

export interface ToolListOptions {
  /** Allow-list by name. */
  readonly include: readonly string[] | undefined;
  readonly timeoutMs: number;
  /** A list was read again because the server said it changed. */
  readonly onChange: () => void;
  /** The list has tools that cannot be had; told once for each kind of list. */
  readonly onFlaws: (flaws: string) => void;
  readonly onFailure: (thrown: unknown) => void;
}

// A server that changes all the time must not keep us busy.
const gatherMs = 20;

/** The last known tools of a server. */
export class ToolList {
  readonly #options: ToolListOptions;
  readonly #readSoon = coalesce(() => void this.#readAgain(), gatherMs);
  #tools: readonly ToolDescriptor[] = [];
  #client: Client | undefined;
  #isReading = false;
  #told = '';
  /** It changed while it was read: what was read may be old. */
  #changedMeanwhile = false;

  constructor(options: ToolListOptions) {
    this.#options = options;
  }

  get tools(): readonly ToolDescriptor[] {
    return this.#tools;
  }

  /** The list as this connection has it; changes of others count no more. */
  async read(client: Client): Promise<void> {
    const { include, timeoutMs } = this.#options;
    this.#client = client;
    this.#isReading = true;
    this.#changedMeanwhile = false;
    try {
      const { tools, flaws } = await listTools(client, include, timeoutMs);
      if (this.#client !== client) return;
      this.#tools = keepSameTools(this.#tools, tools);
      this.#tell(flaws.join('; '));
    } finally {
      if (this.#client === client) this.#hasRead();
    }
  }

  /** The server of this connection says that it changed. */
  changed(client: Client): void {
    if (this.#client !== client) return;
    if (this.#isReading) this.#changedMeanwhile = true;
    else this.#readSoon();
  }

  close(): void {
    this.#readSoon.cancel();
    this.#client = undefined;
  }

  // A server that floods us with changes must not flood the log.
  #tell(flaws: string): void {
    if (flaws !== '' && flaws !== this.#told) this.#options.onFlaws(flaws);
    this.#told = flaws;
  }

  #hasRead(): void {
    this.#isReading = false;
    if (this.#changedMeanwhile) this.#readSoon();
  }

  async #readAgain(): Promise<void> {
    const client = this.#client;
    // A new connection reads the list anyway.
    if (client === undefined || this.#isReading) return;
    try {
      await this.read(client);
      if (this.#client === client) this.#options.onChange();
    } catch (thrown) {
      if (this.#client === client) this.#options.onFailure(thrown);
    }
  }
}
