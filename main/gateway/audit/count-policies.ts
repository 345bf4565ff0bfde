import type sqlite from 'node-sqlite3-wasm';
import type { PolicyCountView } from '../../contract/audit-query.ts';

const prefix = 'policy ';

/** What each policy denied and changed since then; of one that did neither there is no line. */
export function countPolicies(db: sqlite.Database, since: number): readonly PolicyCountView[] {
  const denied = db.all(
    `SELECT substr(decided_by, ${prefix.length + 1}) AS policy, count(*) AS denied FROM audit
     WHERE status = 'denied' AND ts >= ? AND decided_by LIKE '${prefix}%' GROUP BY policy`,
    [since],
  ) as Record<string, unknown>[];
  // The same words as in the index of these records.
  const changed = db.all(
    `SELECT json_extract(change.value, '$.by') AS policy, count(*) AS changed
     FROM audit, json_each(audit.modifications) AS change
     WHERE modifications <> '[]' AND ts >= ? GROUP BY policy`,
    [since],
  ) as Record<string, unknown>[];
  const counts = new Map<string, PolicyCountView>();
  for (const row of [...denied, ...changed]) {
    const policy = String(row['policy']);
    const before = counts.get(policy) ?? { policy, denied: 0, changed: 0 };
    counts.set(policy, {
      policy,
      denied: before.denied + Number(row['denied'] ?? 0),
      changed: before.changed + Number(row['changed'] ?? 0),
    });
  }
  return [...counts.values()].sort((a, b) => (a.policy < b.policy ? -1 : 1));
}
