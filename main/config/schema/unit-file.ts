import { z } from 'zod';
import { backendEntry, backendName } from './backend-entry.ts';
import { strict } from './strict.ts';

const exposeSection = strict({
  /** `_meta` branches the output gate lets through; all others are removed. */
  meta_signals: z.array(z.string()).default([]),
  audit: z.enum(['full', 'compact', 'none']).default('full'),
  /** Promoted as `<unit>_<tool>`. */
  tools: z
    .array(z.string())
    .nullish()
    .transform((list) => list ?? []),
});

/** unit.yaml */
export const unitFile = strict({
  unit: backendName,
  /** A file, a list of files, or a directory of .js files loaded in name order. */
  implementation: z.union(
    [z.string().min(1), z.array(z.string().min(1)).min(1)],
    'expected a file, a list of files, or a directory',
  ),
  expose: exposeSection.nullish().transform((value) => exposeSection.parse(value ?? {})),
  backends: z
    .array(backendEntry)
    .nullish()
    .transform((list) => list ?? []),
});
export type UnitFile = z.infer<typeof unitFile>;
