import type { PolicyView } from '../contract/access-services.ts';
import type { AuditServices } from '../contract/audit-services.ts';
import { startOfDay } from '../platform/start-of-day.ts';

type Today = NonNullable<PolicyView['today']>;

/** What each policy did since midnight before `now`, epoch milliseconds. Rejects when the audit cannot tell. */
export async function policiesToday(
  audit: Pick<AuditServices, 'policyCounts'>,
  now: number,
): Promise<(policy: string) => Today> {
  const counts = await audit.policyCounts({ since: startOfDay(now) });
  return (name) => {
    const { denied = 0, changed = 0 } = counts.find(({ policy }) => policy === name) ?? {};
    return { denied, changed };
  };
}
