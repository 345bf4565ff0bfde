import type { AuditRecord } from './audit-record.ts';

type Body =
  | { readonly kind: 'ingest'; readonly file: string }
  | { readonly kind: 'recent'; readonly limit: number }
  | { readonly kind: 'count'; readonly text: string }
  | { readonly kind: 'close' };

export type WorkerRequest = Body & { readonly id: number };
export type WorkerBody = Body;

export type WorkerReply =
  | {
      readonly id: number;
      readonly ok: true;
      readonly records?: readonly AuditRecord[];
      readonly tokens?: number;
    }
  | { readonly id: number; readonly ok: false; readonly reason: string };
