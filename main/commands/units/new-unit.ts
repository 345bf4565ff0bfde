import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { backendName } from '../../config/schema/backend-entry.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { UsageError } from '../command.ts';
import { print } from '../print.ts';
import type { UnitVerb } from './unit-verb.ts';
import { unitTemplate } from './unit-template.ts';
import { isDeviceName } from '../../platform/device-name.ts';
import { pathExists } from '../../platform/path-exists.ts';

/** toolmesh units new NAME */
export const newUnit: UnitVerb = async ({ paths }, [name = '']) => {
  if (!backendName.safeParse(name).success)
    throw new UsageError(
      `"${name}" cannot be a unit's name; use letters, digits, _ and -, beginning with a letter`,
    );
  if (isDeviceName(name))
    throw new UsageError(
      `"${name}" cannot be a unit's name; Windows has a device of this name, choose another`,
    );
  const folder = path.join(paths.unitsFolder, name);
  if (await pathExists(folder))
    throw new GatewayError('config-invalid', `${folder} exists already; it was not changed`);
  for (const [file, text] of Object.entries(unitTemplate(name))) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text, { flag: 'wx' });
  }
  await print(`${name} is in ${folder}; README.md there says how to go on`);
  return 0;
};
