// What the page says about logins to backends.
const en = {
  needed: 'Sign in again',
  running: 'Waiting for the browser',
  signIn: 'Sign in',
  signInTo: (backend: string) => `Sign in to ${backend}`,
  cancel: 'Cancel',
  cancelFor: (backend: string) => `Cancel the sign-in to ${backend}`,
  title: (backend: string) => `${backend} needs you to sign in`,
  line: (unit?: string) =>
    unit === undefined
      ? 'Its calls end with an error until then.'
      : `Unit ${unit} waits for it. Its calls end with an error until then.`,
  canBeAdded: 'It asks for a sign-in. Add it, then sign in.',
};
export type LoginWords = typeof en;
const de: LoginWords = {
  needed: 'Neu anmelden',
  running: 'Wartet auf den Browser',
  signIn: 'Anmelden',
  signInTo: (backend) => `Bei ${backend} anmelden`,
  cancel: 'Abbrechen',
  cancelFor: (backend) => `Anmeldung bei ${backend} abbrechen`,
  title: (backend) => `${backend} braucht deine Anmeldung`,
  line: (unit) =>
    unit === undefined
      ? 'Bis dahin enden seine Aufrufe mit einem Fehler.'
      : `Die Unit ${unit} wartet darauf. Bis dahin enden ihre Aufrufe mit einem Fehler.`,
  canBeAdded: 'Es verlangt eine Anmeldung. Erst hinzufügen, dann anmelden.',
};
export const loginWords = { en, de };
