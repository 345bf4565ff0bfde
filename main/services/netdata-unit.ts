import { stat } from 'node:fs/promises';
import path from 'node:path';
import { editFile } from '../config/edit-files.ts';
import { editFirstUrl } from '../config/edit-first-url.ts';
import { copyExample } from './example-units.ts';

/** Under this name the shipped unit asks for its key. */
export const netdataKeyName = 'NETDATA_API_KEY';

const unitName = 'netdata';

/** Adds the shipped unit with its agent at `url`; one that is there already only gets the address. */
export async function addNetdataUnit(
  shippedUnits: string,
  unitsFolder: string,
  url: string,
): Promise<void> {
  const file = path.join(unitsFolder, unitName, 'unit.yaml');
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (!isThere) await copyExample(shippedUnits, unitsFolder, unitName);
  await editFile(file, (text) => editFirstUrl(text, url));
}
