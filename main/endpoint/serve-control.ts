// The commands' own way into a running gateway: after a hello with `control`, each line is a question
// `{ id, method, input }` and each answer `{ id, ok, value }` or `{ id, ok: false, code, message }`.
import { z } from 'zod';
import { toGatewayError } from '../platform/gateway-error.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import type { SocketTransport } from './socket-transport.ts';

const question = z.looseObject({ id: z.int(), method: z.string(), input: z.unknown() });

type Answer = (input: unknown) => Promise<unknown>;

export type ControlMethods = Readonly<Record<string, Answer>>;

/** A method whose input is checked before it runs. */
export function controlMethod<S extends z.ZodType>(
  schema: S,
  run: (input: z.infer<S>) => unknown,
): Answer {
  return (input) => Promise.resolve().then(() => run(schema.parse(input)));
}

export function serveControl(
  transport: Pick<SocketTransport, 'sendText' | 'onmessage'>,
  methods: ControlMethods,
): void {
  transport.onmessage = (message: unknown) => {
    const asked = question.safeParse(message);
    if (!asked.success) {
      transport.sendText('{"ok":false,"code":"invalid-arguments","message":"this is no question"}');
      return;
    }
    const { id, method, input } = asked.data;
    void answer(methods, method, input).then((reply) => {
      transport.sendText(JSON.stringify({ id, ...reply }));
    });
  };
}

async function answer(methods: ControlMethods, method: string, input: unknown): Promise<object> {
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (run === undefined) {
    const hint = nearestHint(method, Object.keys(methods));
    return refused('unknown-tool', `The running gateway knows no "${method}"${hint}; restart it`);
  }
  try {
    return { ok: true, value: (await run(input)) ?? null };
  } catch (thrown) {
    if (thrown instanceof z.ZodError)
      return refused('invalid-arguments', `"${method}": ${z.prettifyError(thrown)}`);
    const { code, message } = toGatewayError(thrown);
    return refused(code, message);
  }
}

function refused(code: string, message: string): object {
  return { ok: false, code, message };
}
