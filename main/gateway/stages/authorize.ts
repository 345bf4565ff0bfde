import type { AccessRules } from '../../config/schema/settings.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { decideAccess } from '../access/decide-access.ts';
import type { ApprovalDesk } from '../approvals/approval-desk.ts';
import { prettyArguments } from '../approvals/pretty-arguments.ts';
import type { Grants } from '../authz/grants.ts';
import type { Caller } from '../caller.ts';
import type { SecretScrubber } from '../credentials/secret-scrubber.ts';
import type { Route } from '../route.ts';

export interface AuthorizeDependencies {
  /**
   * Undefined when settings.yaml could not be read and there was no good version before: it may have
   * denied anything, so everything is denied.
   */
  readonly access: () => AccessRules | undefined;
  /** Undefined while OPENFGA_MODE is bypass. */
  readonly grants: Grants | undefined;
  readonly desk: ApprovalDesk;
  readonly scrubber: SecretScrubber;
}

interface AuthorizeQuestion {
  readonly caller: Caller;
  readonly route: Route;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Resolves with who decided, null when nobody had to; rejects with `access-denied`. */
export type Authorize = (question: AuthorizeQuestion) => Promise<string | null>;

/** The rules of settings.yaml, then the grants, and only what both leave open is asked of a person. */
export function createAuthorize({
  access,
  grants,
  desk,
  scrubber,
}: AuthorizeDependencies): Authorize {
  return async ({ caller, route, args, signal }) => {
    // A unit's own dependencies need no grant: who may call the unit may have it use them.
    if (route.kind === 'api') return null;
    const { decision, decidedBy } = byRules(caller, route, access());
    if (decision === 'deny')
      throw denied(caller, route, decidedBy, `settings.yaml, access, ${decidedBy}`);
    const granted = await byGrants(caller, route, grants);
    const allowed = granted === undefined ? decidedBy : `${decidedBy}, ${granted}`;
    if (decision === 'allow') return allowed;
    const question = {
      caller,
      tool: route.canonicalName,
      access: route.tool.access,
      description: scrubber.text(route.tool.description ?? ''),
      args: scrubber.text(prettyArguments(args)),
    };
    const answer = await desk.ask(question, signal);
    if (answer.allowed) return answer.decidedBy;
    throw denied(caller, route, answer.decidedBy, answer.reason);
  };
}

function byRules(
  caller: Caller,
  route: Route,
  rules: AccessRules | undefined,
): ReturnType<typeof decideAccess> {
  if (rules === undefined) {
    const why = 'settings.yaml cannot be read; run toolmesh check';
    throw denied(caller, route, 'settings.yaml', why);
  }
  const { canonicalName, backend, tool } = route;
  const { callerClass } = caller;
  return decideAccess({ callerClass, backend, canonicalName, access: tool.access }, rules);
}

/** The gateway's own tools show and run only what is granted; they need no grant themselves. */
async function byGrants(
  { user }: Caller,
  { kind, canonicalName, grantedAs = canonicalName, unit }: Route,
  grants: Grants | undefined,
): Promise<string | undefined> {
  if (grants === undefined || kind === 'code' || kind === 'discover') return undefined;
  return grants.require(user, { tool: grantedAs, unit: unit?.name });
}

function denied(caller: Caller, route: Route, decidedBy: string, why: string): GatewayError {
  return new GatewayError(
    'access-denied',
    `Client "${caller.client}" (${caller.callerClass}) may not call "${route.canonicalName}", which is ${route.tool.access} (${why})`,
    { data: { tool: route.canonicalName, access: route.tool.access, decidedBy } },
  );
}
