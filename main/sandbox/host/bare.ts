/**
 * An option bag for isolated-vm. It reads options through the prototype chain, so a bag must not have one
 * that code in this process could have changed.
 */
export function bare<T extends object>(options: T): T {
  return Object.assign(Object.create(null), options) as T;
}
