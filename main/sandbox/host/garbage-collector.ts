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
  if (typeof collect !== 'function') return () => undefined;
  // A plain collection leaves the young generation as large as it grew: 108 MB after 4,500 runs, 73 with this.
  const options = { type: 'major', execution: 'sync', flavor: 'last-resort' };
  return () => {
    (collect as (how: typeof options) => void)(options);
  };
}
