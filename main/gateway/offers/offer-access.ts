// Which backends a caller may use besides their tools. What a server offers declares no access class, so
// it is `unclassified`, as its tools are: `deny` there hides it, `ask` shows it and asks when it is used.
import type { AccessRules } from '../../config/schema/settings.ts';
import { decideAccess } from '../access/decide-access.ts';
import type { Grants } from '../authz/grants.ts';
import { permittedTools } from '../authz/grants.ts';
import type { Caller } from '../caller.ts';
import type { ToolEntry } from '../exposition/tool-registry.ts';
import type { OfferRequest } from '../../backends/backend.ts';

export interface OfferAccessWorld {
  /** Undefined when settings.yaml was never readable: then nothing is allowed. */
  readonly access: () => AccessRules | undefined;
  readonly grants: Grants | undefined;
  readonly entries: () => readonly ToolEntry[];
}

export class OfferAccess {
  readonly #world: OfferAccessWorld;

  constructor(world: OfferAccessWorld) {
    this.#world = world;
  }

  get asksGrants(): boolean {
    return this.#world.grants !== undefined;
  }

  byRules(
    { callerClass }: Caller,
    backend: string,
    method: OfferRequest['method'],
  ): 'allow' | 'ask' | 'deny' {
    const rules = this.#world.access();
    if (rules === undefined) return 'deny';
    const question = { callerClass, backend, canonicalName: `${backend}_${method}` };
    return decideAccess({ ...question, access: 'unclassified' }, rules).decision;
  }

  /**
   * By backend the tool whose grant counts: who may run one of a backend's tools may use what else it
   * offers, and nobody else. Undefined while nobody's grants are asked for.
   */
  async granted(caller: Caller): Promise<ReadonlyMap<string, string> | undefined> {
    const { grants, entries } = this.#world;
    if (grants === undefined) return undefined;
    const all = entries().filter(({ backend }) => backend.offers !== undefined);
    const permitted = await permittedTools(grants, caller, all);
    const tools = new Map<string, string>();
    for (const { backend, canonicalName } of all)
      if (permitted.has(canonicalName) && !tools.has(backend.name))
        tools.set(backend.name, canonicalName);
    return tools;
  }
}
