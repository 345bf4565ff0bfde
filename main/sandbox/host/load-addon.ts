import { createRequire } from 'node:module';
import path from 'node:path';
import type IsolatedVm from 'isolated-vm';

/** The addon lies beside the bundle: `require` of the package would search folders this process may not read. */
export function loadAddon(hostScript: string): typeof IsolatedVm {
  const require = createRequire(hostScript);
  const addon = require(path.join(path.dirname(hostScript), 'isolated-vm.node')) as {
    ivm: typeof IsolatedVm;
  };
  return addon.ivm;
}
