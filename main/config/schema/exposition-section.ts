import { z } from 'zod';
import { clientId } from '../../platform/client-id.ts';
import {
  charsets,
  descriptionModes,
  discriminatorFault,
  separatorFault,
} from './exposition-rules.ts';
import { strict } from './strict.ts';

const clientStrategies = ['code', 'flat', 'grouped'] as const;
export type ClientStrategy = (typeof clientStrategies)[number];

const strategy = z
  .string()
  .refine(isStrategy, 'expected "code", "flat" or "grouped" (CONFIG_STRATEGY)')
  .transform((name) => name as ClientStrategy);

const discriminator = z.string().superRefine((name, context) => {
  const message = discriminatorFault(name);
  if (message !== undefined) context.addIssue({ code: 'custom', message, input: name });
});

const tags = z.array(z.string());
const filter = strict({
  /** Has every one of these. */
  tags: tags.optional(),
  /** Has at least one of these. */
  anyTag: tags.optional(),
  /** Has none of these. */
  exclude: tags.optional(),
});

const clientExposition = strict({
  strategy: strategy.optional(),
  /** Field that picks the action of a grouped tool. */
  discriminator: discriminator.optional(),
  /** Between namespace and action in the name of a flat tool. */
  separator: z.string().optional(),
  charset: z.enum(charsets).optional(),
  /** How much grouped tools say of their actions, and whether flat ones are cut to a sentence. */
  description: z.enum(descriptionModes).optional(),
  /** A namespace with fewer actions is not grouped. */
  min_actions: z.int().min(1).max(1000).optional(),
  filter: filter.optional(),
});
export type ClientExpositionSettings = z.infer<typeof clientExposition>;

const namespace = strict({
  description: z.string().optional(),
  discriminator: discriminator.optional(),
  descriptionMode: z.enum(descriptionModes).optional(),
  /** Every action of the namespace has these besides its own. */
  tags: tags.optional(),
});

/** How tools are shown to clients. */
export const expositionSection = strict({
  default: clientExposition.prefault({}),
  /** By the client's id; what is not set here is as in `default`. */
  clients: z.record(z.string(), clientExposition).default({}),
  namespaces: z.record(z.string(), namespace).default({}),
  /** For every client; a client's own filter hides more, never less. */
  filter: filter.optional(),
}).superRefine((section, context) => {
  checkSeparator(section.default, {}, ['default'], context);
  const ids = new Map<string, string>();
  for (const [name, own] of Object.entries(section.clients)) {
    checkSeparator(own, section.default, ['clients', name], context);
    const first = ids.get(clientId(name));
    if (first !== undefined)
      context.addIssue({
        code: 'custom',
        message: `expected each client once; "${first}" is the same client`,
        path: ['clients', name],
        input: own,
      });
    ids.set(clientId(name), name);
  }
});
export type ExpositionSettings = z.infer<typeof expositionSection>;

/** What a client does not set is as in `default`, so the two have to go together. */
function checkSeparator(
  own: ClientExpositionSettings,
  inherited: ClientExpositionSettings,
  path: readonly string[],
  context: z.RefinementCtx,
): void {
  const { separator, charset = 'strict' } = { ...inherited, ...own };
  const fault = separator === undefined ? undefined : separatorFault(separator, charset);
  if (fault === undefined) return;
  const isOwn = own.separator !== undefined;
  // What both inherit is told once, of exposition.default.
  if (!isOwn && own.charset === undefined) return;
  const inheritedFault = `expected "mcp", as the separator "${separator ?? ''}" of exposition.default needs it, or a separator of its own (CONFIG_SEPARATOR)`;
  context.addIssue({
    code: 'custom',
    message: isOwn ? fault : inheritedFault,
    path: [...path, isOwn ? 'separator' : 'charset'],
    input: isOwn ? separator : charset,
  });
}

function isStrategy(name: string): boolean {
  return clientStrategies.some((known) => known === name);
}
