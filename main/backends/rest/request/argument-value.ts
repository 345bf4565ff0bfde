import type { Param } from '../dadl/model.ts';
import { isSupplied } from '../tools/check-arguments.ts';

/** What the caller gave, else the default, else undefined. A null stays one only in a body. */
export function argumentValue(param: Param, args: Readonly<Record<string, unknown>>): unknown {
  if (isSupplied(param, args)) return args[param.name];
  return param.hasDefault ? param.default : undefined;
}
