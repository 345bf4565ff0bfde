/** Redacted parameters as a person reads them; what is not JSON stays as it is. */
export function indentParameters(params: string): string {
  try {
    return JSON.stringify(JSON.parse(params), null, 2);
  } catch {
    return params;
  }
}
