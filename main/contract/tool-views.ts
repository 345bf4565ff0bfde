// A tool by itself: what it takes, who sees it, and one run of it.
import { z } from 'zod';

export const toolDetailView = z.strictObject({
  /** Canonical name, as policies and the audit know it. */
  name: z.string(),
  description: z.string(),
  access: z.string(),
  /** JSON Schema of the arguments. */
  schema: z.record(z.string(), z.unknown()),
  /** How the tool stands to its unit's states, for what is tried from the window; null without any. */
  gate: z
    .strictObject({
      /** Empty: the unit begins in a state without a name. */
      state: z.string(),
      isOpen: z.boolean(),
      /** Empty: in every state. */
      opensIn: z.array(z.string()).readonly(),
      /** Tools of the unit that lead there. */
      openedBy: z.array(z.string()).readonly(),
      /** False: something was run that led on. */
      isAtStart: z.boolean(),
    })
    .nullable(),
  /** One line per kind of caller: connected clients, then everybody else. */
  visibleTo: z
    .array(
      z.strictObject({
        client: z.string(),
        callerClass: z.string(),
        /** Listed by its name, or only found with discover_tools. */
        isListed: z.boolean(),
        decision: z.enum(['allow', 'ask', 'deny']),
      }),
    )
    .readonly(),
});
export type ToolDetailView = z.infer<typeof toolDetailView>;

const trySubCallView = z.strictObject({
  name: z.string(),
  status: z.enum(['success', 'error', 'denied']),
  bytes: z.int(),
  durationMs: z.number(),
  /** The beginning of what it returned. */
  text: z.string(),
});

/** One run of a tool from the window, with what it got before it answered. */
export const tryResultView = z.strictObject({
  outcome: z.enum(['answered', 'tool-error', 'failed', 'denied', 'cancelled']),
  /** The answer as text, or why there is none. */
  text: z.string(),
  /** Set when the text was cut for the window. */
  isCut: z.boolean(),
  code: z.string().nullable(),
  bytes: z.int(),
  rawBytes: z.int(),
  tokens: z.int().nullable(),
  rawTokens: z.int().nullable(),
  durationMs: z.number(),
  subCalls: z.array(trySubCallView).readonly(),
});
export type TryResultView = z.infer<typeof tryResultView>;

export const tryProgressView = z.strictObject({
  run: z.string(),
  calls: z.int(),
  isWaiting: z.boolean(),
});
export type TryProgressView = z.infer<typeof tryProgressView>;

/** The lines around a problem's place in a user's file. */
export const sourceView = z.strictObject({
  file: z.string(),
  firstLine: z.int(),
  lines: z.array(z.string()).readonly(),
  line: z.int(),
  column: z.int().nullable(),
});
export type SourceView = z.infer<typeof sourceView>;

export const unitAboutView = z.strictObject({
  /** First paragraph of its README; empty without one. */
  summary: z.string(),
  /** Newest first. */
  errors: z
    .array(
      z.strictObject({
        ts: z.number(),
        tool: z.string(),
        message: z.string(),
        /** Set when the glue's place is known; the file is named relative to the unit. */
        file: z.string().nullable(),
        line: z.int().nullable(),
      }),
    )
    .readonly(),
});
export type UnitAboutView = z.infer<typeof unitAboutView>;
