import type { Caller } from '../caller.ts';
import type { ToolEntry } from '../exposition/tool-registry.ts';

/** A tool as the authorization server knows it. */
export interface GrantTarget {
  /** Canonical name. */
  readonly tool: string;
  /** Whose grant counts for the tool, too; absent for a passthrough backend. */
  readonly unit?: string | undefined;
}

/** Who may run what, decided outside of this machine's settings. */
export interface Grants {
  /** Resolves with who decided; rejects with `access-denied`, also when the server can't be asked. */
  require(user: string, target: GrantTarget): Promise<string>;
  /** Those of the tools that the user may run, by canonical name; none when the server can't be asked. */
  permitted(user: string, targets: readonly GrantTarget[]): Promise<ReadonlySet<string>>;
  /** What the user of this machine should know: why nothing is permitted at the moment. */
  problem(): string | undefined;
}

/** For listings: canonical names of what the caller may run. */
export function permittedTools(
  grants: Grants,
  caller: Caller,
  entries: readonly ToolEntry[],
): Promise<ReadonlySet<string>> {
  return grants.permitted(caller.user, entries.map(toTarget));
}

function toTarget({ backend, canonicalName }: ToolEntry): GrantTarget {
  return { tool: canonicalName, ...(backend.kind === 'unit' && { unit: backend.name }) };
}
