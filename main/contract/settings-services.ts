// What the settings page shows and changes; every value stands in settings.yaml.
import { z } from 'zod';
import { strategies } from './choices.ts';

const themes = ['system', 'light', 'dark'] as const;
const languages = ['system', 'en', 'de'] as const;
const logLevels = ['debug', 'info', 'warn', 'error'] as const;

export const settingsView = z.strictObject({
  theme: z.enum(themes),
  language: z.enum(languages),
  logLevel: z.enum(logLevels),
  /** Program and arguments that open a file, with `{file}` and `{line}`; absent or empty for the system's choice. */
  editor: z.array(z.string()).readonly().optional(),
  /** How tools are shown to a client that has no line of its own. */
  strategy: z.enum(strategies),
  /** Clients with their own, and those connected now. */
  clients: z
    .array(z.strictObject({ client: z.string(), strategy: z.enum(strategies).nullable() }))
    .readonly(),
  quarantine: z.enum(['off', 'warn', 'hold']),
  http: z.strictObject({
    enabled: z.boolean(),
    host: z.string(),
    port: z.int(),
    /** Where it answers now; null while it is closed. */
    url: z.string().nullable(),
  }),
  retentionDays: z.number(),
  maxMb: z.number(),
  /** The two folders, to be shown; they are opened by their names. */
  configFolder: z.string(),
  dataFolder: z.string(),
  /** Set when settings.yaml has an error: the last good version is in force. */
  problem: z.string().nullable(),
});
export type SettingsView = z.infer<typeof settingsView>;

export const settingChange = z.discriminatedUnion('key', [
  z.strictObject({ key: z.literal('theme'), value: z.enum(themes) }),
  z.strictObject({ key: z.literal('language'), value: z.enum(languages) }),
  z.strictObject({ key: z.literal('logLevel'), value: z.enum(logLevels) }),
  z.strictObject({
    key: z.literal('strategy'),
    /** For all, when absent. */
    client: z
      .string()
      .regex(/^[\w .@:/-]{1,100}$/, 'expected the id of a client')
      .optional(),
    value: z.enum(strategies),
  }),
  z.strictObject({ key: z.literal('quarantine'), value: z.enum(['off', 'warn', 'hold']) }),
  z.strictObject({ key: z.literal('httpEnabled'), value: z.boolean() }),
  z.strictObject({ key: z.literal('httpPort'), value: z.int().min(0).max(65_535) }),
  z.strictObject({ key: z.literal('retentionDays'), value: z.number().min(1).max(3650) }),
  z.strictObject({ key: z.literal('maxMb'), value: z.number().min(1).max(100_000) }),
]);
export type SettingChange = z.infer<typeof settingChange>;

export interface SettingsServices {
  settings(): SettingsView;
  /** Edits settings.yaml, keeping comments and layout; in force when it resolves. */
  changeSetting(change: SettingChange): Promise<void>;
  onSettingsChange(listener: () => void): () => void;
}
