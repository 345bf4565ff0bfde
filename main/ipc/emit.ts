import type { WebContents } from 'electron';
import type { EventChannel } from '../contract/channel-names.ts';
import { events, type EventPayload } from '../contract/channels.ts';
import type { Logger } from '../platform/logger.ts';

export type Emit = <C extends EventChannel>(channel: C, payload: EventPayload<C>) => void;

/** Sends to one window. A payload that breaks its schema is logged and dropped, never half shown. */
export function createEmit(
  contents: Pick<WebContents, 'send' | 'isDestroyed'>,
  logger: Logger,
): Emit {
  return (channel, payload) => {
    if (contents.isDestroyed()) return;
    const checked = events[channel].safeParse(payload);
    if (checked.success) contents.send(channel, checked.data);
    else logger.log('error', `Event "${channel}" was not sent`, { cause: checked.error.message });
  };
}
