// Who may call what, and what comes out: the parts of the pipeline that decide, put together.
import { randomUUID } from 'node:crypto';
import type { ConfigStore } from '../config/config-store.ts';
import { openFgaSettings } from '../config/openfga-settings.ts';
import type { Environment } from '../config/paths.ts';
import { ApprovalDesk } from '../gateway/approvals/approval-desk.ts';
import { createGrants } from '../gateway/authz/create-grants.ts';
import type { Grants } from '../gateway/authz/grants.ts';
import type { SecretScrubber } from '../gateway/credentials/secret-scrubber.ts';
import { PolicyGate } from '../gateway/policies/policy-gate.ts';
import { createAuthorize, type Authorize } from '../gateway/stages/authorize.ts';
import type { Logger } from '../platform/logger.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

export interface Governance {
  readonly authorize: Authorize;
  readonly gate: PolicyGate;
  readonly desk: ApprovalDesk;
  /** Undefined while OPENFGA_MODE is bypass. */
  readonly grants: Grants | undefined;
}

export interface GovernanceWorld {
  readonly config: ConfigStore;
  readonly env: Environment;
  readonly logger: Logger;
  readonly scrubber: SecretScrubber;
  /** Of the policies alone: a unit that waits for its sub-call's policy must not hold its turn. */
  readonly policySandbox: Sandbox;
}

export function createGovernance(world: GovernanceWorld): Governance {
  const { config, env, logger, scrubber, policySandbox } = world;
  const desk = new ApprovalDesk({
    limits: () => {
      const { timeout_s: seconds = 60, session_minutes: minutes = 60 } =
        config.current.settings?.approvals ?? {};
      return { timeoutMs: seconds * 1000, sessionMs: minutes * 60_000 };
    },
    newId: randomUUID,
    now: Date.now,
  });
  const gate = new PolicyGate({
    policies: () => config.current.policies,
    sandbox: policySandbox,
    logger,
    now: Date.now,
  });
  const grants = createGrants(openFgaSettings(env), logger);
  const access = () => config.current.settings?.access;
  return { authorize: createAuthorize({ access, grants, desk, scrubber }), gate, desk, grants };
}
