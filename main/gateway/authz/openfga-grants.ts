import type { OpenFgaClient } from '@openfga/sdk';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Grants, GrantTarget } from './grants.ts';
import { openFgaClient, openFgaReason } from './openfga-client.ts';
import { toCheck } from './to-tuple.ts';

export interface OpenFgaOptions {
  readonly apiUrl: string;
  readonly storeId: string;
  /** How long a decision is used again; 0 asks every time. */
  readonly cacheMs: number;
  readonly logger: Logger;
  /** Milliseconds that only go up. */
  readonly now: () => number;
}

interface Decision {
  readonly allowed: boolean;
  readonly until: number;
}

// While the server is away each call would wait for its own timeout.
const awayMs = 1000;
const mostCached = 50_000;

/** Grants from an OpenFGA server. Whatever it does not allow in so many words is denied. */
export class OpenFgaGrants implements Grants {
  readonly #options: OpenFgaOptions;
  readonly #cache = new Map<string, Decision>();
  #client: Promise<OpenFgaClient> | undefined;
  #away: { readonly reason: string; readonly until: number } | undefined;

  constructor(options: OpenFgaOptions) {
    this.#options = options;
  }

  async require(user: string, target: GrantTarget): Promise<string> {
    const { tool, unit } = target;
    const decisions = await this.#decide(user, [target]).catch((error: unknown) => {
      throw this.#denied(tool, `"${tool}" cannot be authorized: ${openFgaReason(error)}`);
    });
    if (decisions.get(tool) === true) return 'openfga';
    const what = unit === undefined ? `tool:${tool}` : `unit:${unit} or tool:${tool}`;
    throw this.#denied(
      tool,
      `User "${user}" is not granted "${tool}"; a plan of theirs must be associated with ${what}`,
    );
  }

  async permitted(user: string, targets: readonly GrantTarget[]): Promise<ReadonlySet<string>> {
    // The reason was logged and is shown by problem(); a list with nothing in it tells the client enough.
    const decisions = await this.#decide(user, targets).catch(() => new Map<string, boolean>());
    return new Set([...decisions].filter(([, allowed]) => allowed).map(([tool]) => tool));
  }

  problem(): string | undefined {
    return this.#away?.reason;
  }

  async #decide(
    user: string,
    targets: readonly GrantTarget[],
  ): Promise<ReadonlyMap<string, boolean>> {
    const now = this.#options.now();
    const decisions = new Map<string, boolean>();
    const open: GrantTarget[] = [];
    for (const target of targets) {
      const known = this.#cache.get(keyOf(user, target));
      if (known !== undefined && known.until > now) decisions.set(target.tool, known.allowed);
      else open.push(target);
    }
    for (const [tool, allowed] of await this.#ask(user, open)) decisions.set(tool, allowed);
    return decisions;
  }

  async #ask(
    user: string,
    targets: readonly GrantTarget[],
  ): Promise<readonly (readonly [string, boolean])[]> {
    if (targets.length === 0) return [];
    const { cacheMs, now } = this.#options;
    if (this.#away !== undefined && this.#away.until > now()) throw new Error(this.#away.reason);
    try {
      const allowed = await this.#check(user, targets);
      this.#away = undefined;
      if (this.#cache.size > mostCached) this.#cache.clear();
      const until = now() + cacheMs;
      return targets.map((target, index) => {
        const decision = { allowed: allowed[index] === true, until };
        if (cacheMs > 0) this.#cache.set(keyOf(user, target), decision);
        return [target.tool, decision.allowed] as const;
      });
    } catch (error) {
      throw new Error(this.#noteAway(error), { cause: error });
    }
  }

  /** One check for a call, batches of 50 for a listing. */
  async #check(user: string, targets: readonly GrantTarget[]): Promise<readonly boolean[]> {
    const { apiUrl, storeId } = this.#options;
    this.#client ??= openFgaClient(apiUrl, storeId);
    const client = await this.#client;
    const [first, second] = targets;
    if (first !== undefined && second === undefined) {
      return [(await client.check(toCheck(user, first))).allowed === true];
    }
    const checks = targets.map((target, index) => {
      const { contextualTuples, ...check } = toCheck(user, target);
      return {
        ...check,
        correlationId: `c${index}`,
        contextualTuples: { tuple_keys: contextualTuples },
      };
    });
    const { result } = await client.batchCheck({ checks });
    const allowed = new Map(
      result.map(({ correlationId, allowed: is, error }) => [
        correlationId,
        is && error === undefined,
      ]),
    );
    return targets.map((_, index) => allowed.get(`c${index}`) === true);
  }

  #noteAway(error: unknown): string {
    const { apiUrl, logger, now } = this.#options;
    const shown = new URL(apiUrl).host;
    const reason = `OpenFGA at ${shown} cannot be asked (${openFgaReason(error)}), so every call is denied; start it, or set OPENFGA_MODE=bypass`;
    if (this.#away?.reason !== reason) logger.log('error', reason);
    this.#away = { reason, until: now() + awayMs };
    return reason;
  }

  #denied(tool: string, message: string): GatewayError {
    return new GatewayError('access-denied', message, { data: { tool, decidedBy: 'openfga' } });
  }
}

function keyOf(user: string, { tool, unit }: GrantTarget): string {
  return `${user}\n${tool}\n${unit ?? ''}`;
}
