import type { Backend, ToolDescriptor } from '../../backends/backend.ts';
import type { Settings } from '../../config/schema/settings.ts';
import type {
  QuarantineServices,
  ToolChangeView,
  ToolSelection,
} from '../../contract/quarantine-services.ts';
import { Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Logger } from '../../platform/logger.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import type { ApprovedTools, BackendTools } from './approved-tools.ts';
import { hashOf, toolText, type ToolText } from './tool-text.ts';

export interface QuarantineOptions {
  readonly approved: ApprovedTools;
  readonly mode: () => Settings['quarantine'];
  /** Backends whose tools may say something else tomorrow: not those the user describes in files. */
  readonly backends: () => readonly Backend[];
  /** Takes known keys out: a backend may put the one it was sent into a description, and this is kept. */
  readonly scrub: (text: ToolText) => ToolText;
  readonly logger: Logger;
}

interface Change {
  readonly tool: ToolDescriptor;
  readonly hash: string;
  readonly text: ToolText;
  readonly before: ToolText | null;
}

/**
 * Notices when a tool of a passthrough backend is not what it was: a server that was harmless when it was
 * added can later tell the model something else. A backend's first list is taken as approved.
 */
export class ToolQuarantine implements QuarantineServices {
  readonly #options: QuarantineOptions;
  readonly #changed = new Emitter<undefined>();
  /** By list: a backend hands out a new one only when something changed. */
  readonly #hashes = new WeakMap<
    readonly ToolDescriptor[],
    ReadonlyMap<string, Omit<Change, 'before'>>
  >();
  #told = new Set<string>();

  constructor(options: QuarantineOptions) {
    this.#options = options;
  }

  /** To be called whenever a backend's list may have changed, before anybody asks for it. */
  review(): void {
    const { backends, approved, logger } = this.#options;
    for (const backend of backends()) {
      if (backend.state().kind !== 'ready') continue;
      if (approved.get(backend.name) === undefined) this.#startWith(backend);
      else if (this.#options.mode() === 'off') void this.#approve(backend, this.#changes(backend));
      this.#forgetHolds(backend);
    }
    const changes = this.toolChanges();
    const keys = changes.map(
      (change) => `${change.backend}\n${change.tool}\n${JSON.stringify(change.after)}`,
    );
    changes.forEach((change, index) => {
      if (!this.#told.has(keys[index] ?? '')) logger.log('warn', describeChange(change));
    });
    const isNews = keys.length !== this.#told.size || keys.some((key) => !this.#told.has(key));
    this.#told = new Set(keys);
    if (isNews) this.#changed.emit(undefined);
  }

  isHeld(backend: Backend, tool: string): boolean {
    const change = this.#changes(backend).find((found) => found.tool.name === tool);
    return change !== undefined && this.#holds(backend, change);
  }

  /** The tools that may be seen. The same list when none is held back. */
  allowed(backend: Backend): readonly ToolDescriptor[] {
    const held = new Set(
      this.#changes(backend)
        .filter((change) => this.#holds(backend, change))
        .map(({ tool }) => tool.name),
    );
    const tools = backend.tools();
    return held.size === 0 ? tools : tools.filter(({ name }) => !held.has(name));
  }

  toolChanges(): readonly ToolChangeView[] {
    return this.#options.backends().flatMap((backend) =>
      this.#changes(backend).map((change) => ({
        backend: backend.name,
        tool: change.tool.name,
        kind: change.before === null ? ('new' as const) : ('changed' as const),
        held: this.#holds(backend, change),
        before: change.before,
        after: change.text,
      })),
    );
  }

  async approveTools(selection: ToolSelection): Promise<readonly string[]> {
    const { backend, changes } = this.#select(selection);
    await this.#approve(backend, changes);
    this.review();
    return changes.map(({ tool }) => tool.name);
  }

  async holdTools(selection: ToolSelection): Promise<readonly string[]> {
    const { backend, changes } = this.#select(selection);
    const known = this.#known(backend);
    const held = changes.map(({ tool, hash }) => [tool.name, hash] as const);
    const written = this.#options.approved.set(backend.name, {
      ...known,
      held: new Map([...known.held, ...held]),
    });
    this.#changed.emit(undefined);
    await written;
    return changes.map(({ tool }) => tool.name);
  }

  onToolChanges(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  /** Settles when what is approved so far is on the disk. */
  settled(): Promise<void> {
    return this.#options.approved.settled();
  }

  #startWith(backend: Backend): void {
    // A file of approvals that was lost must not approve what came meanwhile.
    const tools = this.#options.approved.isDamaged ? [] : [...this.#texts(backend).values()];
    void this.#write(backend, { tools: approvedOf(tools), held: new Map() });
  }

  async #approve(backend: Backend, changes: readonly Omit<Change, 'before'>[]): Promise<void> {
    if (changes.length === 0) return;
    const known = this.#known(backend);
    const names = changes.map(({ tool }) => tool.name);
    await this.#write(backend, {
      tools: new Map([...known.tools, ...approvedOf(changes)]),
      held: withoutNames(known.held, names),
    });
  }

  // A hold is of one text; the next text is judged anew.
  #forgetHolds(backend: Backend): void {
    const known = this.#known(backend);
    const texts = this.#texts(backend);
    const stale = [...known.held].filter(([name, hash]) => {
      const now = texts.get(name);
      return now !== undefined && now.hash === known.tools.get(name)?.hash && now.hash !== hash;
    });
    if (stale.length === 0) return;
    const names = stale.map(([name]) => name);
    void this.#write(backend, { ...known, held: withoutNames(known.held, names) });
  }

  async #write(backend: Backend, tools: BackendTools): Promise<void> {
    try {
      await this.#options.approved.set(backend.name, tools);
    } catch (error) {
      this.#options.logger.log(
        'error',
        `Approved tools of "${backend.name}" could not be kept: ${String(error)}`,
      );
    }
  }

  #known(backend: Backend): BackendTools {
    return this.#options.approved.get(backend.name) ?? { tools: new Map(), held: new Map() };
  }

  #holds(backend: Backend, { tool, hash }: Change): boolean {
    return this.#options.mode() === 'hold' || this.#known(backend).held.get(tool.name) === hash;
  }

  /** Nothing is a change before the first list has become the approved one. */
  #changes(backend: Backend): readonly Change[] {
    const known = this.#options.approved.get(backend.name);
    if (known === undefined) return [];
    return [...this.#texts(backend).values()]
      .filter(({ tool, hash }) => known.tools.get(tool.name)?.hash !== hash)
      .map((now) => {
        const before = known.tools.get(now.tool.name);
        return { ...now, before: before === undefined ? null : textOf(before) };
      });
  }

  #texts(backend: Backend): ReadonlyMap<string, Omit<Change, 'before'>> {
    const tools = backend.tools();
    const known = this.#hashes.get(tools);
    if (known !== undefined) return known;
    const texts = new Map(
      tools.map((tool) => {
        const text = this.#options.scrub(toolText(tool));
        return [tool.name, { tool, text, hash: hashOf(tool.name, text) }];
      }),
    );
    this.#hashes.set(tools, texts);
    return texts;
  }

  #select({ backend: name, tools }: ToolSelection): {
    backend: Backend;
    changes: readonly Change[];
  } {
    const backends = this.#options.backends();
    const backend = backends.find((candidate) => candidate.name === name);
    if (backend === undefined) {
      const hint = nearestHint(
        name,
        backends.map((candidate) => candidate.name),
      );
      throw new GatewayError(
        'invalid-arguments',
        `There is no backend "${name}" whose tools are watched${hint || '; "toolmesh backends" lists them'}`,
      );
    }
    const changes = this.#changes(backend);
    const names = changes.map(({ tool }) => tool.name);
    const unknown = (tools ?? []).find((tool) => !names.includes(tool));
    if (unknown !== undefined)
      throw new GatewayError(
        'invalid-arguments',
        `Tool "${unknown}" of "${name}" has not changed${nearestHint(unknown, names)}`,
      );
    return { backend, changes: changes.filter(({ tool }) => tools?.includes(tool.name) ?? true) };
  }
}

/** One line for the log, the problems and `toolmesh check`. */
export function describeChange({ backend, tool, kind, held }: ToolChangeView): string {
  const what = kind === 'new' ? 'has a new tool' : 'changed what it says of its tool';
  const state = held ? 'it is held back until you approve it' : 'read it and approve it';
  return `Backend "${backend}" ${what} "${tool}"; ${state} (toolmesh backends changes)`;
}

function approvedOf(changes: readonly Omit<Change, 'before'>[]): BackendTools['tools'] {
  return new Map(changes.map(({ tool, hash, text }) => [tool.name, { hash, ...text }]));
}

function withoutNames(held: BackendTools['held'], names: readonly string[]): BackendTools['held'] {
  return new Map([...held].filter(([name]) => !names.includes(name)));
}

function textOf({ title, description, inputSchema }: ToolText): ToolText {
  return { title, description, inputSchema };
}
