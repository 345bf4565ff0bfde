import type { ClientInfo } from '../endpoint/serve-client.ts';
import { classifyCaller } from '../gateway/access/classify-caller.ts';
import type { Session } from '../gateway/session.ts';
import type { GatewayParts } from './run-gateway.ts';

export interface CallerIdentity {
  readonly user: string;
  readonly roles?: readonly string[] | undefined;
  /** `--client` of the entry that started the bridge, or the token's client. */
  readonly label: string | undefined;
}

/** A session for who has just introduced itself. */
export function openCallerSession(
  { gateway, config }: Pick<GatewayParts, 'gateway' | 'config'>,
  { user, roles, label }: CallerIdentity,
  { name, version, elicit }: ClientInfo,
): Session {
  let file = config.current.callerClasses;
  let callerClass = classifyCaller(label, file);
  return gateway.openSession({
    user,
    roles,
    client: label ?? (name === '' ? 'unknown' : name),
    clientInfo: [name, version].filter((part) => part !== '').join(' '),
    // Who is taken out of a class is so at once, not when the client connects again.
    get callerClass() {
      const now = config.current.callerClasses;
      if (now !== file) [file, callerClass] = [now, classifyCaller(label, now)];
      return callerClass;
    },
    elicit,
  });
}
