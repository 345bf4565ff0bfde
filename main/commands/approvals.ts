import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  approvalView,
  type ApprovalDecision,
  type ApprovalView,
} from '../contract/approval-services.ts';
import { escapeHidden, escapeLine } from '../contract/escape-hidden.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { ControlConnection } from './control-connection.ts';
import { parseVerb } from './parse-verb.ts';
import { print } from './print.ts';
import { printList } from './print-list.ts';

const usage = `Usage: toolmesh approvals [list]
       toolmesh approvals watch                   shows each call that waits and asks
       toolmesh approvals allow ID [--session]    ID or its beginning
       toolmesh approvals deny ID

Calls that settings.yaml says to ask about wait while somebody watches: the tray, the window, or this command.
Without anybody they are denied, unless the client can ask its own user.`;

const verbs = {
  list: {},
  watch: {},
  allow: { needs: ['ID'], options: ['session'] },
  deny: { needs: ['ID'] },
} as const;
const pollMs = 500;

export const approvalsCommand: Command = {
  usage,
  async run(args) {
    const options = { session: { type: 'boolean', default: false } } as const;
    const { verb, words, values } = parseVerb(args, options, verbs, 'list');
    const [id = ''] = words;
    const gateway = await ControlConnection.expect(
      commandWorld().paths.socket,
      'whose calls could wait',
    );
    try {
      if (verb === 'watch') return await watch(gateway);
      const waiting = await gateway.ask('approvals.list', null, z.array(approvalView));
      if (verb === 'list') {
        const lines = waiting.map((each) => `${each.id.slice(0, 8)}  ${summary(each)}`);
        return await printList(
          lines,
          'No call waits for a yes; "ask" in "toolmesh access" makes one wait',
        );
      }
      const [found, second] = waiting.filter((each) => each.id.startsWith(id));
      if (found === undefined) {
        throw new GatewayError(
          'invalid-arguments',
          `No call "${id}" waits; it may be too late, "toolmesh approvals" lists those that do`,
        );
      }
      if (second !== undefined) throw new UsageError(`"${id}" is the beginning of more than one`);
      await decide(gateway, found, verb === 'deny' ? 'deny' : values.session ? 'session' : 'once');
      return 0;
    } finally {
      await gateway.close();
    }
  },
};

async function watch(gateway: ControlConnection): Promise<number> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new AbortController();
  terminal.once('close', () => {
    ended.abort();
  });
  const isOver = (): boolean => ended.signal.aborted;
  const look = () => gateway.ask('approvals.watch', null, z.array(approvalView));
  await look();
  process.stderr.write('Watching for calls that need a yes; Ctrl+C ends it\n');
  while (!isOver()) {
    const [first] = await look();
    if (first === undefined) {
      await sleep(pollMs);
      continue;
    }
    await print([summary(first), ...describe(first), escapeHidden(first.args)].join('\n'));
    const stay = setInterval(() => {
      void look().catch(() => undefined);
    }, pollMs);
    const answer = await terminal.question('Allow? [y] once, [s] this session, [n] no: ');
    clearInterval(stay);
    if (isOver()) break;
    await decide(gateway, first, toDecision(answer)).catch((error: unknown) =>
      print(String(error)),
    );
  }
  return 0;
}

function toDecision(answer: string): ApprovalDecision {
  const letter = answer.trim().toLowerCase()[0];
  return letter === 'y' ? 'once' : letter === 's' ? 'session' : 'deny';
}

async function decide(
  gateway: ControlConnection,
  { id, tool }: ApprovalView,
  decision: ApprovalDecision,
): Promise<void> {
  const inTime = await gateway.ask('approvals.decide', { id, decision }, z.boolean());
  if (!inTime) throw new GatewayError('invalid-arguments', `${tool} no longer waits`);
  await print(decision === 'deny' ? `${tool} is denied` : `${tool} may run (${decision})`);
}

/** The tool's own words, so indented: none of its lines can be taken for one of ours. */
function describe({ description }: ApprovalView): string[] {
  if (description === '') return [];
  return escapeHidden(description)
    .split('\n')
    .map((line) => `  ${line}`);
}

function summary({ tool, access, client, callerClass, expiresAt }: ApprovalView): string {
  const seconds = Math.max(0, Math.round((expiresAt - Date.now()) / 1000));
  const call = `${tool} (${access}) for ${client} (${callerClass})`;
  return `${escapeLine(call)}, ${seconds} s left`;
}
