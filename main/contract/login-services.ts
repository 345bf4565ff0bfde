import { z } from 'zod';

/** `needed` while only a person can get on: the whole backend, or a call that wants more rights. */
export const loginState = z.enum(['idle', 'needed', 'running']);
export type LoginState = z.infer<typeof loginState>;

/** Logins to backends that ask for one. `unit` is that of a private backend, null for one of backends.yaml. */
export interface LoginServices {
  /**
   * Opens the login page; resolves when the backend is connected again, rejects when nobody logged in.
   * Without `unit` the name may be `unit/backend`, and has to be the only one.
   */
  logInBackend(name: string, unit?: string | null): Promise<void>;
  /** Ends a login that runs, whoever began it; nothing when there is none. */
  cancelLogin(name: string, unit?: string | null): void;
}
