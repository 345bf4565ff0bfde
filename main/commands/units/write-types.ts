import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { print } from '../print.ts';
import { declareApi } from './declare-api.ts';
import { readyUnit, withQuietGateway } from './quiet-gateway.ts';
import { jsconfig } from './unit-template.ts';
import type { UnitVerb } from './unit-verb.ts';
import { countOf } from '../../platform/count-of.ts';

/** toolmesh units types UNIT: api.d.ts beside the glue, from the backends as they are now. */
export const writeTypes: UnitVerb = (world, [name = '']) =>
  withQuietGateway(world, async (parts) => {
    const { unit } = await readyUnit(parts, name);
    const folder = parts.config.current.units.find((each) => each.name === name)?.folder ?? '.';
    const down = unit.subBackends.flatMap((backend) => {
      const state = backend.state();
      return state.kind === 'down' ? [state.reason] : [];
    });
    // Half a file would take away the completions that were right.
    if (down.length > 0) {
      for (const reason of down) await print(reason);
      await print('api.d.ts was not written; it needs all backends of the unit');
      return 1;
    }
    await writeFile(path.join(folder, 'api.d.ts'), declareApi(name, unit.subBackends));
    // An editor reads the declarations only where a project names them.
    await writeFile(path.join(folder, 'jsconfig.json'), jsconfig, { flag: 'wx' }).catch(
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      },
    );
    const tools = unit.subBackends.reduce((sum, backend) => sum + backend.tools().length, 0);
    await print(`${countOf(tools, 'tool')} in ${path.join(folder, 'api.d.ts')}`);
    return 0;
  });
