/** Why the real app cannot be started here; undefined where it can. */
export const desktopMissing = process.env['TOOLMESH_TEST_NO_DESKTOP'];

export function electronPath(): string {
  const found = process.env['TOOLMESH_TEST_ELECTRON'];
  if (found === undefined) throw new Error('TOOLMESH_TEST_ELECTRON is not set');
  return found;
}

export function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
