// The parts of a gateway, each built once, in the order a call meets them. Who may connect is not
// decided here: start-gateway.ts adds the socket, `toolmesh check` looks without one.
import { disabledUnits } from '../config/ask-config.ts';
import path from 'node:path';
import type { BackendWorld } from '../backends/create-backend.ts';
import { BackendRegistry } from '../backends/registry.ts';
import { TokenCache } from '../backends/rest/auth/token-cache.ts';
import { DiskFileStore } from '../backends/rest/files/disk-file-store.ts';
import { JqPool } from '../backends/rest/jq/jq-pool.ts';
import { toolmeshRelease } from '../backends/rest/toolmesh-release.ts';
import type { UnitPlan } from '../backends/unit/unit-slot.ts';
import { ConfigStore, type EffectiveConfig } from '../config/config-store.ts';
import type { UnitDefinition } from '../config/load-unit.ts';
import type { Environment, Paths } from '../config/paths.ts';
import type { Problem } from '../config/problem.ts';
import { codeLimits } from '../config/code-limits.ts';
import { unitLimits } from '../config/unit-limits.ts';
import type { AuditRecord, CallCount, TokenFill } from '../gateway/audit/audit-record.ts';
import type { Retention } from '../gateway/audit/retention.ts';
import { AnswerTimes } from '../gateway/answer-times.ts';
import { createCallTool } from '../gateway/call-tool.ts';
import { CredentialIndex } from '../gateway/credentials/credential-index.ts';
import { CredentialUses } from '../gateway/credentials/credential-uses.ts';
import { entrySecrets } from '../gateway/credentials/entry-secrets.ts';
import { Credentials } from '../gateway/credentials/credentials.ts';
import { scrubLogger } from '../gateway/credentials/scrub-logger.ts';
import { SecretScrubber } from '../gateway/credentials/secret-scrubber.ts';
import { KeytarKeychain } from '../gateway/credentials/keytar-keychain.ts';
import { Gateway } from '../gateway/gateway.ts';
import { RunningCalls } from '../gateway/running-calls.ts';
import { LastErrors } from '../gateway/last-errors.ts';
import type { ToolQuarantine } from '../gateway/quarantine/tool-quarantine.ts';
import { Savings } from '../gateway/savings.ts';
import { ArgumentValidator } from '../gateway/stages/validate-arguments.ts';
import { sharedChildEnvironment } from '../platform/child-environment.ts';
import { browserOpener, type OpenBrowser } from '../platform/open-browser.ts';
import type { Logger } from '../platform/logger.ts';
import { timeOrderedIds } from '../platform/time-ordered-ids.ts';
import { watchWake } from '../platform/watch-wake.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { lazySandbox } from '../sandbox/lazy-sandbox.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { dadlProblems } from './dadl-problems.ts';
import { openLoginWorld } from './open-login-world.ts';
import { openQuarantine, quarantineProblems } from './open-quarantine.ts';
import { withBrokenUnits } from './with-broken-units.ts';
import { createGovernance, type Governance } from './create-governance.ts';

export interface GatewayWorld {
  readonly version: string;
  readonly paths: Paths;
  readonly env: Environment;
  readonly logger: Logger;
  readonly sandboxHost: { readonly node: string; readonly script: string };
  /** Default: what the platform opens web pages with. */
  readonly openBrowser?: OpenBrowser | undefined;
  /** The built jq worker. */
  readonly jqWorker: string;
  readonly audit: {
    write(record: AuditRecord): void;
    count(call: CallCount): void;
    countTokens(text: string): Promise<number | undefined>;
    fill(fill: TokenFill): void;
    retain(retention: Retention): void;
  };
}

export interface GatewayParts {
  readonly config: ConfigStore;
  readonly registry: BackendRegistry;
  readonly gateway: Gateway;
  /** For a backend that is only tried. */
  readonly backendWorld: BackendWorld;
  readonly quarantine: ToolQuarantine;
  readonly savings: Savings;
  readonly lastErrors: LastErrors;
  readonly running: RunningCalls;
  readonly answerTimes: AnswerTimes;
  readonly credentials: Credentials;
  readonly credentialUses: CredentialUses;
  /** Keeps known credentials out of what leaves. */
  readonly scrubber: SecretScrubber;
  readonly governance: Governance;
  /** What is wrong at the moment besides the files: the server of the grants, the HTTP port. */
  readonly problems: () => readonly Problem[];
  addProblems(source: () => readonly Problem[]): void;
  readonly isPaused: () => boolean;
  setPaused(paused: boolean): void;
  close(): Promise<void>;
}

export async function runGateway(world: GatewayWorld): Promise<GatewayParts> {
  const { version, paths, env, audit } = world;
  const scrubber = new SecretScrubber();
  const logger = scrubLogger(world.logger, scrubber);
  const config = await ConfigStore.open(paths, env);
  const credentialUses = new CredentialUses(
    path.join(paths.dataFolder, 'credential-uses.json'),
    Date.now,
  );
  const credentials = new Credentials({
    env,
    keychain: new KeytarKeychain(),
    index: new CredentialIndex(path.join(paths.dataFolder, 'credentials.json')),
    uses: credentialUses,
    learn: (secret) => {
      scrubber.learn(secret);
    },
  });
  // A model's script can't take the units' host down, nor the other way round.
  const [unitSandbox, codeSandbox] = [sandbox(world), sandbox(world)];
  const transformer = new JqPool(world.jqWorker);
  const policySandbox = lazySandbox(() => sandbox(world));
  const governance = createGovernance({ config, env, logger, scrubber, policySandbox });
  const problemSources = [() => grantProblems(governance)];
  const backendWorld = {
    appVersion: version,
    logger,
    credential: (name: string, optional: boolean) =>
      optional ? credentials.resolveOptional(name) : credentials.resolve(name),
    childEnvironment: sharedChildEnvironment(env),
    login: openLoginWorld(
      paths,
      new KeytarKeychain({ service: 'toolmesh-login' }),
      world.openBrowser ?? browserOpener(env),
      (secret) => {
        scrubber.learn(secret);
      },
    ),
    rest: {
      sandbox: unitSandbox,
      transformer,
      files: new DiskFileStore(path.join(paths.dataFolder, 'files'), Date.now),
      tokens: new TokenCache(),
      storeCredential: (name: string, secret: string) => credentials.set(name, secret),
      compatibleWith: toolmeshRelease,
    },
  };
  const registry = new BackendRegistry(backendWorld, unitSandbox);
  problemSources.push(() => dadlProblems(registry));
  const savings = new Savings({
    countTokens: (text) => audit.countTokens(text),
    onTokens: (fill) => {
      audit.fill(fill);
    },
  });
  const lastErrors = new LastErrors();
  const running = new RunningCalls((call) => scrubber.value(call));
  const answerTimes = new AnswerTimes();
  const validator = new ArgumentValidator();
  let paused = false;
  const callTool = createCallTool({
    rules: {
      depth: (unit) => unitLimits(config.current.settings, env, unit).depth,
      paused: () => paused,
    },
    validator,
    authorize: governance.authorize,
    gate: governance.gate,
    scrubber,
    audit,
    observer: {
      began: (record) => {
        running.began(record);
      },
      took: (route, unit, ms) => {
        answerTimes.took(route, unit, ms);
      },
      answered: (record, json, error) => {
        running.ended(record.id);
        savings.answered(record, json);
        lastErrors.answered(record, error);
      },
    },
    newId: timeOrderedIds(Date.now),
    now: Date.now,
  });
  const { quarantine, directory } = await openQuarantine({
    config,
    paths,
    registry,
    logger,
    scrubber,
  });
  problemSources.push(() => quarantineProblems(quarantine));
  const brokenUnits = (): readonly string[] => [
    ...config.current.brokenUnits.map(({ name }) => name),
    ...registry
      .slots()
      .filter(({ unit }) => unit.state().kind === 'down')
      .map(({ unit }) => unit.name),
  ];
  const gateway = new Gateway({
    directory: withBrokenUnits(directory, brokenUnits),
    callTool,
    codeSandbox,
    codeLimits: () => codeLimits(config.current.settings, env),
    exposition: () => config.current.settings?.exposition,
    hintOf: (name) => config.current.backends.find((entry) => entry.name === name)?.hint,
    check: (schema, args) => validator.issues(schema, args),
    grants: governance.grants,
    access: () => config.current.settings?.access,
    paused: () => paused,
  });
  const apply = (current: EffectiveConfig): void => {
    for (const entry of [...current.backends, ...current.units.flatMap((unit) => unit.backends)])
      for (const secret of entrySecrets(entry)) scrubber.learn(secret);
    registry.apply(current.backends, plansOf(current, env));
    // The setting may be what changed.
    quarantine.review();
    const kept = current.settings?.audit;
    if (kept !== undefined)
      audit.retain({ days: kept.retention_days, maxBytes: kept.max_mb * 1_000_000 });
  };
  apply(config.current);
  const stop = config.onChange(apply);
  const stopWatching = watchWake(() => {
    registry.wake();
  });
  return {
    config,
    registry,
    gateway,
    backendWorld,
    quarantine,
    savings,
    lastErrors,
    running,
    answerTimes,
    credentials,
    credentialUses,
    scrubber,
    governance,
    problems: () => problemSources.flatMap((source) => source()),
    addProblems: (source) => problemSources.push(source),
    isPaused: () => paused,
    setPaused: (value) => {
      paused = value;
    },
    close: async () => {
      stop();
      stopWatching();
      config.close();
      await registry.close();
      await quarantine.settled();
      await credentialUses.flush();
      await Promise.all(
        [unitSandbox, codeSandbox, policySandbox, transformer].map((each) => each.close()),
      );
    },
  };
}

function grantProblems({ grants }: Governance): readonly Problem[] {
  const message = grants?.problem();
  return message === undefined ? [] : [{ subject: 'authorization', message, severity: 'error' }];
}

function sandbox({ sandboxHost, logger }: GatewayWorld): Sandbox {
  return createSandbox({ nodePath: sandboxHost.node, hostScript: sandboxHost.script, logger });
}

function plansOf(config: EffectiveConfig, env: Environment): readonly UnitPlan[] {
  const disabled = disabledUnits(config);
  return config.units
    .filter((unit) => !disabled.includes(unit.name))
    .map((unit) => planOf(unit, config, env));
}

function planOf(
  { name, files, backends, expose }: UnitDefinition,
  config: EffectiveConfig,
  env: Environment,
): UnitPlan {
  const { limits, limitSettings } = unitLimits(config.settings, env, name);
  return {
    name,
    files,
    backends,
    expose: { promoted: expose.tools, metaSignals: expose.meta_signals, audit: expose.audit },
    limits,
    limitSettings,
  };
}
