// The only place that reads the texts of libsecret and GLib. Recorded on Debian 12 with gnome-keyring 42.
import { KeychainUnavailable, type KeychainFault } from './keychain.ts';

const faults: readonly (readonly [KeychainFault, RegExp])[] = [
  [
    'no-session-bus',
    /autolaunch|dbus-launch|could not connect|connection refused|unsupported transport/i,
  ],
  ['no-secret-service', /not provided by any \.service|ServiceUnknown/i],
  ['locked', /locked collection|IsLocked|is locked/i],
  ['no-default-keyring', /object does not exist at path/i],
  ['prompt-pending', /timeout was reached|NoReply/i],
];

export function classifyKeytarError(error: unknown): KeychainUnavailable {
  const text = error instanceof Error ? error.message : String(error);
  const found = faults.find(([, pattern]) => pattern.test(text));
  return new KeychainUnavailable(found?.[0] ?? 'unknown', text.split('\n')[0]);
}
