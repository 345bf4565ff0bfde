import v8 from 'node:v8';
import vm from 'node:vm';

/**
 * The collector of this process. Asked for once, before there is any isolate: with the flag still set, every
 * new context would have a global `gc`.
 */
export function garbageCollector(): () => void {
  v8.setFlagsFromString('--expose-gc');
  const collect: unknown = vm.runInNewContext('gc');
  v8.setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (collect as () => void) : () => undefined;
}
