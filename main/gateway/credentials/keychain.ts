import { GatewayError } from '../../platform/gateway-error.ts';

/** Why the operating system's keychain can't be used; each has its own remedy. */
export type KeychainFault =
  | 'not-installed'
  | 'no-session-bus'
  | 'no-secret-service'
  | 'no-default-keyring'
  | 'locked'
  | 'prompt-pending'
  | 'unknown';

export type KeychainStatus =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unavailable'; readonly fault: KeychainFault; readonly message: string };

/** Secrets by name. Every method rejects with KeychainUnavailable, and settles within seconds. */
export interface Keychain {
  /** `undefined` only when the keychain works and has no such entry. */
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  remove(name: string): Promise<void>;
  status(): Promise<KeychainStatus>;
}

const remedies: Readonly<Record<KeychainFault, string>> = {
  'not-installed':
    'the keychain library could not be loaded; on Debian and Ubuntu install libsecret-1-0',
  'no-session-bus':
    'there is no D-Bus session; start ToolMesh from a desktop session or with dbus-run-session',
  'no-secret-service':
    'no secret service is running; install gnome-keyring or KWallet and log in again',
  'no-default-keyring':
    'there is no default keyring; create one in "Passwords and Keys" (seahorse) or KWallet',
  locked: 'the keyring is locked; unlock it',
  'prompt-pending': 'it waits for an answer to its unlock prompt; answer the prompt and try again',
  unknown: 'it reported an error',
};

export class KeychainUnavailable extends GatewayError {
  readonly fault: KeychainFault;

  /** `detail` is what the system said; never pass a text that could hold a secret. */
  constructor(fault: KeychainFault, detail?: string) {
    const said = fault === 'unknown' && detail !== undefined ? `: "${detail}"` : '';
    super('keychain-unavailable', `Keychain can't be used: ${remedies[fault]}${said}`, {
      data: { fault },
    });
    this.fault = fault;
  }
}
