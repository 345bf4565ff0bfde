import { GatewayError } from '../../platform/gateway-error.ts';
import { waitUnlessAborted } from '../../platform/wait-unless-aborted.ts';
import type { CallResult, PersonLogin } from '../backend.ts';
import type { BackendLogin } from '../mcp-http/oauth/backend-login.ts';
import { LoginNeeded } from '../mcp-http/oauth/login-needed.ts';

// One for a token that was refused and one for more rights: a server that asks on and on gets no third.
const mostLogins = 2;

/**
 * A call that is made again after a person has logged in. A page is opened only for a call that somebody
 * waits for, and it is waited for here, outside the request: its time must not run meanwhile.
 */
export async function withLogin(
  login: BackendLogin | undefined,
  { what, signal }: { readonly what: string; readonly signal: AbortSignal },
  request: () => Promise<CallResult>,
): Promise<CallResult> {
  for (let logins = 0; ; logins += 1) {
    try {
      return await request();
    } catch (thrown) {
      if (!(thrown instanceof LoginNeeded) || login === undefined || logins === mostLogins)
        throw thrown;
      if (await waitUnlessAborted(login.logInFor(thrown), signal))
        throw new GatewayError('cancelled', `The call of "${what}" was cancelled`);
    }
  }
}

/** The login as the window, the tray and the commands know it. */
export function personLogin(login: BackendLogin, reconnect: () => Promise<void>): PersonLogin {
  return {
    state: () => login.state(),
    start: async () => {
      await login.logIn();
      await reconnect();
    },
    cancel: () => {
      login.cancel();
    },
  };
}
