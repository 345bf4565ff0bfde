/** Logins to backends that ask for one. */
export interface LoginServices {
  /** Opens the login page; resolves when the backend is connected again, rejects when nobody logged in. */
  logInBackend(name: string): Promise<void>;
}
