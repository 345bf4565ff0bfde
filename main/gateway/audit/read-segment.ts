import { readFileSync } from 'node:fs';
import type { AuditRecord, CallCount } from './audit-record.ts';

type Line = AuditRecord | { readonly count: CallCount };

export interface SegmentContent {
  readonly records: readonly AuditRecord[];
  readonly counts: readonly CallCount[];
}

/** Content of a closed segment. Its last line may be cut off: that call was never answered. */
export function readSegment(file: string): SegmentContent {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): Line[] => {
      try {
        return line === '' ? [] : [JSON.parse(line) as Line];
      } catch {
        return [];
      }
    });
  return {
    records: lines.flatMap((line) => ('count' in line ? [] : [line])),
    counts: lines.flatMap((line) => ('count' in line ? [line.count] : [])),
  };
}
