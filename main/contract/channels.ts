// The closed map of what crosses between main and the window. A channel that is not here does not exist.
import { z } from 'zod';
import { auditFilter, auditPageView, auditSizeView, auditQuery } from './audit-query.ts';
import type { EventChannel, RequestChannel } from './channel-names.ts';
import { clientEvents, clientRequests } from './client-channels.ts';
import { setupEvents, setupRequests } from './setup-channels.ts';
import { savedDayView } from './savings-services.ts';
import { tokenEconomyView } from './token-economy.ts';
import {
  sourceView,
  toolDetailView,
  tryProgressView,
  tryResultView,
  unitAboutView,
} from './tool-views.ts';
import {
  auditView,
  exampleView,
  gatewayView,
  runningView,
  savingsView,
  unitView,
} from './views.ts';

const name = z.string().min(1).max(200);
const unit = z.strictObject({ unit: name });
const run = z.string().min(1).max(40);

interface RequestSchemas {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

/** Request → reply. Input and output are both checked; a failed check is answered with an error. */
export const requests = {
  'gateway:get': { input: z.undefined(), output: gatewayView },
  'gateway:pause': { input: z.strictObject({ paused: z.boolean() }), output: gatewayView },
  'units:list': { input: z.undefined(), output: z.array(unitView) },
  'units:examples': { input: z.undefined(), output: z.array(exampleView) },
  'units:add': { input: z.strictObject({ example: name }), output: z.array(unitView) },
  'units:enable': {
    input: z.strictObject({ unit: name, enabled: z.boolean() }),
    output: z.array(unitView),
  },
  'units:promote': {
    input: z.strictObject({ unit: name, tool: name, promoted: z.boolean() }),
    output: z.array(unitView),
  },
  /** Shows the unit's folder in the file manager; the window names a unit, never a path. */
  'units:open': { input: unit, output: z.null() },
  /** Shows the folder all units live in. */
  'units:browse': { input: z.undefined(), output: z.null() },
  'units:about': { input: unit, output: unitAboutView },
  'units:reload': { input: z.undefined(), output: z.array(unitView) },
  'units:source': {
    input: z.strictObject({ unit: name, problem: z.int().min(0).max(10_000) }),
    output: sourceView.nullable(),
  },
  /** In the system's editor: the file of a problem, a glue file of the unit, or its unit.yaml. */
  'units:openFile': {
    input: z.strictObject({
      unit: name,
      problem: z.int().min(0).max(10_000).optional(),
      glue: z.string().min(1).max(500).optional(),
      /** Of the glue file; a problem knows its own. */
      line: z.int().min(1).max(10_000_000).optional(),
    }),
    output: z.null(),
  },
  'tools:detail': { input: z.strictObject({ unit: name, tool: name }), output: toolDetailView },
  'tools:run': {
    input: z.strictObject({
      run,
      unit: name,
      tool: name,
      args: z.record(z.string().max(1000), z.unknown()),
    }),
    output: tryResultView,
  },
  'tools:cancel': { input: z.strictObject({ run }), output: z.null() },
  'tools:startOver': { input: unit, output: z.null() },
  'audit:recent': {
    input: z.strictObject({ limit: z.int().min(1).max(1000) }),
    output: z.array(auditView),
  },
  'audit:running': { input: z.undefined(), output: z.array(runningView) },
  'audit:query': { input: auditQuery, output: auditPageView },
  /** The person picks the file; null when they picked none, else how many records it holds. */
  'audit:export': {
    input: z.strictObject({ format: z.enum(['jsonl', 'csv']), filter: auditFilter }),
    output: z.strictObject({ records: z.int() }).nullable(),
  },
  'audit:size': { input: z.undefined(), output: auditSizeView },
  'savings:get': { input: z.undefined(), output: savingsView },
  'savings:days': {
    input: z.strictObject({ days: z.int().min(1).max(366) }),
    output: z.array(savedDayView),
  },
  'savings:economy': {
    input: z.strictObject({ client: z.string().max(200) }),
    output: tokenEconomyView,
  },
  ...clientRequests,
  ...setupRequests,
} as const satisfies Record<RequestChannel, RequestSchemas>;

/** Main → window, coalesced. */
export const events = {
  'gateway:changed': gatewayView,
  'units:changed': z.array(unitView),
  'tools:progress': tryProgressView,
  /** Newest last. */
  'audit:appended': z.array(auditView),
  /** All that run now, after the records of those that have ended. */
  'audit:runningChanged': z.array(runningView),
  'savings:changed': savingsView,
  ...clientEvents,
  ...setupEvents,
} as const satisfies Record<EventChannel, z.ZodType>;

export type RequestInput<C extends RequestChannel> = z.infer<(typeof requests)[C]['input']>;
export type RequestOutput<C extends RequestChannel> = z.infer<(typeof requests)[C]['output']>;
export type EventPayload<C extends EventChannel> = z.infer<(typeof events)[C]>;
