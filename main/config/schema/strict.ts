import { z } from 'zod';

/** A mapping that refuses unknown keys; its error lists the known ones for "nearest" hints. */
export function strict<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `known:${Object.keys(shape).join(',')}` : undefined,
  });
}
