// The closed map of what crosses between main and the window. A channel that is not here does not exist.
import { z } from 'zod';
import type { EventChannel, RequestChannel } from './channel-names.ts';
import { auditView, exampleView, gatewayView, savingsView, unitView } from './views.ts';

const name = z.string().min(1).max(200);

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
  'units:open': { input: z.strictObject({ unit: name }), output: z.null() },
  /** Shows the folder all units live in. */
  'units:browse': { input: z.undefined(), output: z.null() },
  'audit:recent': {
    input: z.strictObject({ limit: z.int().min(1).max(1000) }),
    output: z.array(auditView),
  },
  'savings:get': { input: z.undefined(), output: savingsView },
} as const satisfies Record<RequestChannel, RequestSchemas>;

/** Main → window, coalesced. */
export const events = {
  'gateway:changed': gatewayView,
  'units:changed': z.array(unitView),
  /** Newest last. */
  'audit:appended': z.array(auditView),
  'savings:changed': savingsView,
} as const satisfies Record<EventChannel, z.ZodType>;

export type RequestInput<C extends RequestChannel> = z.infer<(typeof requests)[C]['input']>;
export type RequestOutput<C extends RequestChannel> = z.infer<(typeof requests)[C]['output']>;
export type EventPayload<C extends EventChannel> = z.infer<(typeof events)[C]>;
