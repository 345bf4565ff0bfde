import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import type { Reply } from '../contract/bridge.ts';
import type { RequestChannel } from '../contract/channel-names.ts';
import { requests, type RequestInput, type RequestOutput } from '../contract/channels.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { Logger } from '../platform/logger.ts';

export interface IpcDoor {
  /** The window's own `webContents.ipc`: it never sees messages of other contents. */
  readonly ipc: Pick<IpcMain, 'handle'>;
  /** True for the window's main frame while it shows our own page. */
  readonly isOwnPage: (event: IpcMainInvokeEvent) => boolean;
  readonly logger: Logger;
}

export type Handle = <C extends RequestChannel>(
  channel: C,
  answer: (input: RequestInput<C>) => RequestOutput<C> | Promise<RequestOutput<C>>,
) => void;

/** The only way a request reaches a handler: sender, input, handler, output, in this order. */
export function createHandle({ ipc, isOwnPage, logger }: IpcDoor): Handle {
  return (channel, answer) => {
    const schema = requests[channel];
    ipc.handle(channel, async (event, payload: unknown): Promise<Reply<unknown>> => {
      if (!isOwnPage(event)) {
        logger.log('warn', `Refused "${channel}": it did not come from the app's own page`);
        return failed('access-denied', `"${channel}" is answered to the app's own window only`);
      }
      const input = schema.input.safeParse(payload);
      if (!input.success) {
        return failed(
          'invalid-arguments',
          `"${channel}" got wrong input: ${firstIssue(input.error)}`,
        );
      }
      try {
        // The schema of this very channel has just checked it.
        const output = await answer(input.data as RequestInput<typeof channel>);
        return { ok: true, value: schema.output.parse(output) };
      } catch (error) {
        if (error instanceof GatewayError) return failed(error.code, error.message);
        // What is not ours may hold anything (paths, tokens in URLs), so the window gets no text of it.
        logger.log('error', `Request "${channel}" failed`, { cause: String(error) });
        return failed('internal', `"${channel}" failed inside the app; its log holds the cause`);
      }
    });
  };
}

function failed(code: string, message: string): Reply<never> {
  return { ok: false, error: { code, message } };
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'not as declared';
  const place = issue.path.join('.');
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}
