import type { Backend } from '../backends/backend.ts';
import type { BackendWorld } from '../backends/create-backend.ts';
import { loginKey } from '../backends/mcp-http/oauth/login-record.ts';
import { addEntry, removeEntry, type NewEntry } from '../config/edit-entries.ts';
import { editFile } from '../config/edit-files.ts';
import type { Paths } from '../config/paths.ts';
import { backendEntry, type BackendEntry, type HttpEntry } from '../config/schema/backend-entry.ts';
import type {
  BackendDraft,
  BackendRowView,
  BackendServices,
  NetdataDraft,
} from '../contract/backend-services.ts';
import type { AnswerTimes } from '../gateway/answer-times.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { announceKey } from './announce-key.ts';
import { addNetdataUnit, netdataKeyName } from './netdata-unit.ts';
import type { GatewayParts } from './run-gateway.ts';
import { testEntry } from './test-entry.ts';
import { backendHealth } from './backend-health.ts';

export interface BackendServicesWorld {
  readonly parts: Pick<GatewayParts, 'config' | 'registry' | 'credentials' | 'answerTimes'>;
  readonly backendWorld: BackendWorld;
  readonly paths: Paths;
  readonly shippedUnits: string;
}

export function createBackendServices(world: BackendServicesWorld): BackendServices {
  const { parts, paths, backendWorld } = world;
  const key = (draft: { key?: BackendDraft['key'] }) => draft.key?.secret;
  return {
    backendRows: () => rowsOf(parts),
    testBackend: (draft) => testEntry(toEntry(draft), backendWorld, { secret: key(draft) }),
    addBackend: async (draft) => {
      toEntry(draft);
      // The key first: a backend that is there without its key would fail at once.
      const secret = key(draft);
      if (draft.key !== undefined && secret !== undefined)
        await parts.credentials.set(draft.key.name, secret);
      await editFile(paths.backendsFile, (text) => addEntry(text, rawEntry(draft)));
      await parts.config.reload();
    },
    removeBackend: async (name) => {
      const entry = parts.config.current.backends.find((known) => known.name === name);
      await editFile(paths.backendsFile, (text) => removeEntry(text, name));
      await parts.config.reload();
      if (entry?.transport === 'http') await forgetLogin(entry, backendWorld);
    },
    testNetdata: (draft) =>
      testEntry(netdataEntry(draft), backendWorld, { secret: draft.secret, isNetdata: true }),
    addNetdata: async (draft) => {
      if (draft.secret !== undefined) await parts.credentials.set(netdataKeyName, draft.secret);
      await addNetdataUnit(world.shippedUnits, paths.unitsFolder, draft.url);
      await parts.config.reload();
      if (draft.secret !== undefined) announceKey(parts, netdataKeyName);
    },
  };
}

/** Nobody would find the tokens again; a keychain that is locked keeps them. */
async function forgetLogin(
  { name, url }: HttpEntry,
  { login, logger }: BackendWorld,
): Promise<void> {
  await login?.vault.remove(loginKey(name, url)).catch((error: unknown) => {
    logger.log('warn', `The login to "${name}" stays in the keychain (${String(error)})`);
  });
}

/** An entry as it will stand in the file: only what was filled in. */
function rawEntry({ key, ...draft }: BackendDraft): NewEntry {
  const empty = draft.transport === 'stdio' && draft.args.length === 0;
  const { ...raw } = draft as Record<string, unknown>;
  if (empty) delete raw['args'];
  return {
    ...raw,
    name: draft.name,
    ...(key !== undefined && { api_key_env: key.name }),
  };
}

function toEntry(draft: BackendDraft): BackendEntry {
  const parsed = backendEntry.safeParse(rawEntry(draft));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw new GatewayError('config-invalid', `${place}: ${issue?.message ?? 'not a backend'}`);
}

function netdataEntry({ url }: NetdataDraft): BackendEntry {
  return backendEntry.parse({
    name: 'netdata',
    transport: 'http',
    url,
    api_key_env: netdataKeyName,
    api_key_optional: true,
  });
}

function rowsOf({
  config,
  registry,
  answerTimes,
}: BackendServicesWorld['parts']): BackendRowView[] {
  const { backends, units } = config.current;
  const own = registry
    .backends()
    .filter(({ kind }) => kind === 'passthrough')
    .map((backend) => toRow(backend, backends, null, answerTimes));
  const ofUnits = registry.slots().flatMap(({ unit }) => {
    const entries = units.find(({ name }) => name === unit.name)?.backends ?? [];
    return unit.subBackends.map((backend) => toRow(backend, entries, unit.name, answerTimes));
  });
  return [...own, ...ofUnits];
}

function toRow(
  backend: Backend,
  entries: readonly BackendEntry[],
  unit: string | null,
  answerTimes: AnswerTimes,
): BackendRowView {
  const state = backend.state();
  return {
    ...backendHealth(backend, entries),
    unit,
    since: state.kind === 'down' ? state.since : null,
    tools: backend.tools().map(({ name, access }) => ({ name, access })),
    answersInMs: answerTimes.of({ unit, backend: backend.name }) ?? null,
  };
}
