// Questions to the audit: the same for the window, the command line and the database.
import { z } from 'zod';
import { auditView } from './views.ts';

const word = z.string().min(1).max(300);

const filterShape = {
  /** A unit or a backend. */
  unit: word.optional(),
  /** Its own name, or the one the client used. */
  tool: word.optional(),
  client: word.optional(),
  callerClass: word.optional(),
  status: z.enum(['success', 'error', 'denied']).optional(),
  /** A client's request with its sub-calls. */
  traceId: word.optional(),
  /** Anywhere in the parameters, names, error code, decision or console; case is ignored. */
  text: word.optional(),
  /** Only what clients asked for, not the calls those made. */
  rootsOnly: z.boolean().optional(),
  /** Epoch milliseconds, both ends included. */
  since: z.number().optional(),
  until: z.number().optional(),
};

export const auditFilter = z.strictObject(filterShape);
export type AuditFilter = z.infer<typeof auditFilter>;

export const auditQuery = z.strictObject({
  ...filterShape,
  limit: z.int().min(1).max(1000),
  order: z.enum(['newest', 'oldest']),
  /** Where the page before ended. */
  after: z.strictObject({ ts: z.number(), seq: z.int() }).optional(),
  /** Only what was written after this record; `lastSeq` of an earlier page. */
  afterSeq: z.int().optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;

/** A record whole, for the detail view and the export. */
const auditDetailView = auditView.extend({
  user: z.string(),
  clientInfo: z.string(),
  decidedBy: z.string().nullable(),
  tokensOut: z.int().nullable(),
  subTokens: z.int().nullable(),
  metaRemoved: z.array(z.string()).readonly(),
  modifications: z
    .array(
      z.strictObject({
        by: z.string(),
        phase: z.enum(['pre', 'post']),
        before: z.string(),
        after: z.string(),
      }),
    )
    .readonly(),
  console: z.string(),
});
export type AuditDetailView = z.infer<typeof auditDetailView>;

export const auditPageView = z.strictObject({
  records: z.array(auditDetailView).readonly(),
  next: z.strictObject({ ts: z.number(), seq: z.int() }).optional(),
  lastSeq: z.int(),
});
export type AuditPageView = z.infer<typeof auditPageView>;

export const counterQuery = auditFilter.pick({
  unit: true,
  tool: true,
  client: true,
  since: true,
  until: true,
});
export type CounterQuery = z.infer<typeof counterQuery>;

export const policyCountQuery = z.strictObject({
  /** Epoch milliseconds. */
  since: z.number(),
});
export type PolicyCountQuery = z.infer<typeof policyCountQuery>;

export const policyCountView = z.strictObject({
  /** With `.js`. */
  policy: z.string(),
  denied: z.int(),
  /** Changes of arguments and of answers; both of one call are two. */
  changed: z.int(),
});
export type PolicyCountView = z.infer<typeof policyCountView>;

export const auditSizeView = z.strictObject({
  /** On the disk: the database and what is still in the journal. */
  bytes: z.int(),
  /** Start of the oldest record, epoch milliseconds; null while there is none. */
  oldest: z.number().nullable(),
});
export type AuditSizeView = z.infer<typeof auditSizeView>;

/** Calls of one day that left no record, because their unit wants none. */
export const counterView = z.strictObject({
  /** UTC, `2026-11-29`. */
  day: z.string(),
  unit: z.string(),
  tool: z.string(),
  client: z.string(),
  calls: z.int(),
  errors: z.int(),
  bytes: z.int(),
});
export type CounterView = z.infer<typeof counterView>;
