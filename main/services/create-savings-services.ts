import type { SavedDayView, SavingsServices } from '../contract/savings-services.ts';
import type { AuditLog } from '../gateway/audit/audit-log.ts';
import type { GatewayParts } from './run-gateway.ts';

export interface SavingsServicesWorld {
  readonly audit: Pick<AuditLog, 'savedDays' | 'countTokens'>;
  readonly parts: Pick<GatewayParts, 'gateway' | 'registry'>;
  /** The user's day begins so many minutes before the one of UTC. */
  readonly offsetMinutes: (ts: number) => number;
  readonly now: () => number;
}

const dayMs = 86_400_000;

/** What the units saved over time, from the audit, and what they hide. */
export function createSavingsServices(world: SavingsServicesWorld): SavingsServices {
  const { audit, parts, now } = world;
  return {
    savedDays: async (count) => {
      const offsetMinutes = world.offsetMinutes(now());
      const today = Math.floor((now() + offsetMinutes * 60_000) / dayMs);
      const since = (today - count + 1) * dayMs - offsetMinutes * 60_000;
      const found = new Map(
        (await audit.savedDays({ since, offsetMinutes })).map((each) => [each.day, each]),
      );
      return Array.from({ length: count }, (_, index) => {
        const day = new Date((today - count + 1 + index) * dayMs).toISOString().slice(0, 10);
        return found.get(day) ?? emptyDay(day);
      });
    },
    manifests: async () => {
      const hidden = parts.registry.slots().flatMap((slot) =>
        slot.unit.subBackends.flatMap((backend) =>
          backend.tools().map(({ name, description, inputSchema }) => ({
            name: `${backend.name}_${name}`,
            description,
            inputSchema,
          })),
        ),
      );
      // Nobody is named so: this is what a client without settings of its own lists.
      const shown = parts.gateway.surfaceFor('').tools;
      return { hidden: await costOf(hidden, audit), shown: await costOf(shown, audit) };
    },
  };
}

function emptyDay(day: string): SavedDayView {
  return { day, calls: 0, rawBytes: 0, returnedBytes: 0, rawTokens: 0, returnedTokens: 0 };
}

async function costOf(
  tools: readonly object[],
  { countTokens }: Pick<AuditLog, 'countTokens'>,
): Promise<{ tools: number; bytes: number; tokens: number }> {
  const json = JSON.stringify(tools);
  const bytes = Buffer.byteLength(json);
  // The tokenizer may be far behind; a quarter of the bytes is near enough then.
  const tokens = (await countTokens(json).catch(() => undefined)) ?? Math.ceil(bytes / 4);
  return { tools: tools.length, bytes, tokens };
}
