import type { AccessRules } from '../../config/schema/settings.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { decideAccess } from '../access/decide-access.ts';
import type { Caller } from '../caller.ts';
import type { Route } from '../route.ts';

/**
 * Returns who decided, or throws `access-denied`. `rules` is undefined when settings.yaml could not be
 * read and there was no good version before: it may have denied anything, so everything is denied.
 */
export function authorize(caller: Caller, route: Route, rules: AccessRules | undefined): string {
  if (rules === undefined) {
    throw denied(
      caller,
      route,
      'settings.yaml',
      'settings.yaml cannot be read; run toolmesh check',
    );
  }
  const { canonicalName, backend, tool } = route;
  const question = { callerClass: caller.callerClass, backend, canonicalName, access: tool.access };
  const { decision, decidedBy } = decideAccess(question, rules);
  switch (decision) {
    case 'allow':
      return decidedBy;
    case 'ask':
      throw denied(caller, route, decidedBy, 'it needs an approval and there is nobody to ask');
    case 'deny':
      throw denied(caller, route, decidedBy, `settings.yaml, access, ${decidedBy}`);
  }
}

function denied(caller: Caller, route: Route, decidedBy: string, why: string): GatewayError {
  return new GatewayError(
    'access-denied',
    `Client "${caller.client}" (${caller.callerClass}) may not call "${route.canonicalName}", which is ${route.tool.access} (${why})`,
    { data: { tool: route.canonicalName, access: route.tool.access, decidedBy } },
  );
}
