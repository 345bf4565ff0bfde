import { openFgaSettings } from '../config/openfga-settings.ts';
import type { Environment } from '../config/paths.ts';
import { grantTuple } from '../gateway/authz/grant-tuple.ts';
import { createGrants } from '../gateway/authz/create-grants.ts';
import { initStore } from '../gateway/authz/init-store.ts';
import { openFgaClient, openFgaReason } from '../gateway/authz/openfga-client.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { parseVerb } from './parse-verb.ts';
import { print } from './print.ts';

const usage = `Usage: toolmesh authz init [--store NAME]           makes a store with ToolMesh's model
       toolmesh authz grant SUBJECT OBJECT          see below
       toolmesh authz revoke SUBJECT OBJECT
       toolmesh authz check USER TOOL [--unit UNIT]

The server is OPENFGA_API_URL, the store OPENFGA_STORE_ID. What a user may run is what a plan of theirs holds:
  grant user:alice plan:home      alice subscribes to a plan; user:* is everybody
  grant user:alice company:acme   alice is a member
  grant company:acme plan:pro     all members subscribe
  grant plan:home unit:netdata    the plan holds a unit with all its tools
  grant plan:home tool:web_fetch  or one tool, by its canonical name`;

const verbs = {
  init: { options: ['store'] },
  grant: { needs: ['SUBJECT', 'OBJECT'] },
  revoke: { needs: ['SUBJECT', 'OBJECT'] },
  check: { needs: ['USER', 'TOOL'], options: ['unit'] },
} as const;

export const authzCommand: Command = {
  usage,
  async run(args) {
    const options = { store: { type: 'string' }, unit: { type: 'string' } } as const;
    const { verb, words, values } = parseVerb(args, options, verbs);
    const [subject = '', object = ''] = words;
    const { env } = commandWorld();
    if (verb === 'init') {
      const apiUrl = serverUrl(env);
      const store = await asking(apiUrl, initStore(apiUrl, values.store ?? 'toolmesh'));
      await print(`OPENFGA_STORE_ID=${store}`);
      process.stderr.write('Set it together with OPENFGA_MODE=restrict where the gateway runs\n');
      return 0;
    }
    const apiUrl = serverUrl(env);
    const settings = openFgaSettings({ ...env, OPENFGA_MODE: 'restrict' });
    if (settings.mode !== 'restrict') return 2;
    if ('reason' in settings) throw new GatewayError('config-invalid', settings.reason);
    if (verb === 'check') {
      const grants = createGrants(settings, { log: () => undefined });
      await grants?.require(subject, { tool: object, unit: values.unit });
      await print(`${subject} may run ${object}`);
      return 0;
    }
    const tuple = grantTuple(subject, object);
    const client = await openFgaClient(apiUrl, settings.storeId);
    await asking(
      apiUrl,
      verb === 'grant' ? client.writeTuples([tuple]) : client.deleteTuples([tuple]),
    );
    await print(
      `${tuple.user} is ${verb === 'grant' ? 'now' : 'no longer'} ${tuple.relation} of ${tuple.object}`,
    );
    return 0;
  },
};

function serverUrl(env: Environment): string {
  const url = env['OPENFGA_API_URL'];
  if (url !== undefined && url !== '') return url;
  throw new UsageError('OPENFGA_API_URL is not set; it is the address of the OpenFGA server');
}

async function asking<T>(apiUrl: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    const message = `OpenFGA at ${new URL(apiUrl).host} refused: ${openFgaReason(cause)}`;
    throw new GatewayError('internal', message, { cause });
  }
}
