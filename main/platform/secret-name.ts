// Over-long words are the lesser evil: `passenger` is hidden, no `passwd` is shown.
const secretName =
  /pass(word|phrase|wd)?|pwd|secret|token|credential|authorization|bearer|cookie|(api|access|private|signing|encryption)[-_]?key|(^|[-_])(otp|pin)$/i;

/** Whether what stands under this name is a secret, whatever it is. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** For JSON.stringify: what is named like a secret is not shown. Switches and what is not there stay. */
export function hideNamedSecrets(key: string, value: unknown): unknown {
  const isSecret = key !== '' && isSecretName(key);
  return isSecret && value !== null && typeof value !== 'boolean' ? '[hidden]' : value;
}
