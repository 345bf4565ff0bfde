import type { SavedDayView, SavingsServices } from '../contract/savings-services.ts';
import type { AuditLog } from '../gateway/audit/audit-log.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { measureEconomy } from './measure-economy.ts';
import type { GatewayParts } from './run-gateway.ts';

export interface SavingsServicesWorld {
  readonly audit: Pick<AuditLog, 'savedDays' | 'countTokens'>;
  readonly parts: Pick<GatewayParts, 'gateway' | 'registry'>;
  /** The user's day begins so many minutes before the one of UTC. */
  readonly offsetMinutes: (ts: number) => number;
  readonly now: () => number;
}

const dayMs = 86_400_000;

/** What the units saved over time, from the audit, and what lists of tools cost. */
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
    economy: (client) => measureEconomy(parts, client, (text) => counted(text, audit)),
  };
}

/** Never an estimate: the page says that a number is measured. */
async function counted(text: string, audit: Pick<AuditLog, 'countTokens'>): Promise<number> {
  const tokens = await audit.countTokens(text);
  if (tokens !== undefined) return tokens;
  throw new GatewayError(
    'internal',
    'The tokenizer is behind with the calls; look again in a minute',
  );
}

function emptyDay(day: string): SavedDayView {
  return { day, calls: 0, rawBytes: 0, returnedBytes: 0, rawTokens: 0, returnedTokens: 0 };
}
