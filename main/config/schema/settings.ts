import { z } from 'zod';
import { logLevels } from '../../platform/logger.ts';
import { expositionSection } from './exposition-section.ts';
import { strict } from './strict.ts';

export const callerClasses = ['trusted', 'standard', 'untrusted'] as const;
export type CallerClass = (typeof callerClasses)[number];

export const decisions = ['allow', 'ask', 'deny'] as const;
export type Decision = (typeof decisions)[number];

const accessRow = z.record(z.string(), z.enum(decisions));

/** Usable out of the box: an installed client may read and write; what is admin or dangerous asks. */
export const defaultAccess: Readonly<Record<CallerClass, Readonly<Record<string, Decision>>>> = {
  trusted: {
    read: 'allow',
    write: 'allow',
    admin: 'allow',
    dangerous: 'ask',
    unclassified: 'allow',
    '*': 'ask',
  },
  standard: {
    read: 'allow',
    write: 'allow',
    admin: 'ask',
    dangerous: 'ask',
    unclassified: 'allow',
    '*': 'ask',
  },
  untrusted: {
    read: 'allow',
    write: 'deny',
    admin: 'deny',
    dangerous: 'deny',
    unclassified: 'deny',
    '*': 'deny',
  },
};

const accessOverride = strict({
  /** Canonical name `<backend>_<tool>`. */
  tool: z.string().optional(),
  unit: z.string().optional(),
  class: z.enum(callerClasses).optional(),
  access: z.string().optional(),
  decision: z.enum(decisions),
});

const accessSection = strict({
  trusted: accessRow.default({}).transform((row) => ({ ...defaultAccess.trusted, ...row })),
  standard: accessRow.default({}).transform((row) => ({ ...defaultAccess.standard, ...row })),
  untrusted: accessRow.default({}).transform((row) => ({ ...defaultAccess.untrusted, ...row })),
  /** The first that matches decides, before the table. */
  overrides: z.array(accessOverride).default([]),
});
export type AccessRules = z.infer<typeof accessSection>;

const unitLimits = strict({
  timeout_s: z.number().positive().max(3600).optional(),
  memory_mb: z.int().min(8).max(2048).optional(),
  api_calls: z.int().min(0).max(1_000_000).optional(),
  depth: z.int().min(1).max(64).optional(),
  result_mb: z.number().positive().max(100).optional(),
});

/** settings.yaml; every key is optional. */
export const settingsFile = strict({
  units: strict({
    /** Switched off in the tray or the window. */
    disabled: z
      .array(z.string())
      .nullish()
      .transform((list) => list ?? []),
    /** Per unit, or `"*"` for all. */
    limits: z.record(z.string(), unitLimits).default({}),
  }).prefault({}),
  exposition: expositionSection.prefault({}),
  access: accessSection.prefault({}),
  code: strict({
    /** Most tool calls of one script. */
    max_calls: z.int().min(1).max(10_000).default(50),
    timeout_s: z.number().positive().max(3600).default(120),
  }).prefault({}),
  approvals: strict({
    /** Seconds after which a question nobody answered is a denial. */
    timeout_s: z.number().positive().max(3600).default(60),
    /** Most minutes that "allow for this session" lasts; it ends with the client's connection. */
    session_minutes: z
      .number()
      .positive()
      .max(24 * 60)
      .default(60),
  }).prefault({}),
  /** Clients that reach the gateway by HTTP, each with a token of `toolmesh tokens`. */
  http: strict({
    enabled: z.boolean().default(false),
    /** An address of this machine; 0.0.0.0 lets others in. */
    host: z.string().min(1).default('127.0.0.1'),
    port: z.int().min(0).max(65_535).default(8123),
  }).prefault({}),
  audit: strict({
    /** Days a record is kept. */
    retention_days: z.number().positive().max(3650).default(90),
    /** Most megabytes of the database; the oldest records go first. */
    max_mb: z.number().min(1).max(100_000).default(500),
  }).prefault({}),
  window: strict({
    theme: z.enum(['system', 'light', 'dark']).default('system'),
    language: z.enum(['system', 'en', 'de']).default('system'),
    /**
     * What opens a file at a line: `[code, --goto, '{file}:{line}']`. Only here, never from the page: it is a
     * program that is started.
     */
    editor: z.array(z.string().min(1)).optional(),
  }).prefault({}),
  log: strict({
    /** The least that is written; TOOLMESH_LOG in the environment wins. */
    level: z.enum(logLevels).default('info'),
  }).prefault({}),
  /** What happens to a backend's tool that is new or changed: `hold` keeps it back until you approve it. */
  quarantine: z.enum(['off', 'warn', 'hold']).default('warn'),
});
export type Settings = z.infer<typeof settingsFile>;

export const callerClassesFile = strict({
  classes: strict({
    trusted: z.array(z.string()).default([]),
    standard: z.array(z.string()).default([]),
  }).prefault({}),
});
export type CallerClassesFile = z.infer<typeof callerClassesFile>;
