// Who may call what: the matrix of settings.yaml, the policies, and the server of the grants.
import { z } from 'zod';

export const callerClassName = z.enum(['trusted', 'standard', 'untrusted']);
export const decisionName = z.enum(['allow', 'ask', 'deny']);

const policyView = z.strictObject({
  /** With `.js`. */
  name: z.string(),
  summary: z.string(),
  isOn: z.boolean(),
  /** Ships with the app: it can be switched on again. */
  isShipped: z.boolean(),
  /** Why it cannot run; every call is denied then. */
  problem: z.string().nullable(),
  /** What it did since midnight, of calls that left a record; null when the audit cannot tell. */
  today: z.strictObject({ denied: z.int(), changed: z.int() }).nullable(),
});
export type PolicyView = z.infer<typeof policyView>;

/** What stands in settings.yaml under access.overrides; null where the rule does not look. */
export const overrideRule = z.strictObject({
  tool: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'expected the full name of a tool, like netdata_metric')
    .nullable(),
  unit: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'expected the name of a unit or a backend')
    .nullable(),
  callerClass: callerClassName.nullable(),
  access: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,60}$/, 'expected a class of tools, like admin')
    .nullable(),
  decision: decisionName,
});
export type OverrideRuleView = z.infer<typeof overrideRule>;

/** As it may stand in the file, where a hand can write anything. */
export const writtenRule = overrideRule.extend({
  tool: z.string().nullable(),
  unit: z.string().nullable(),
  access: z.string().nullable(),
});

export const accessView = z.strictObject({
  classes: z
    .array(
      z.strictObject({
        name: callerClassName,
        /** Patterns of caller-classes.yaml. */
        clients: z.array(z.string()).readonly(),
        decisions: z.record(z.string(), decisionName),
      }),
    )
    .readonly(),
  /** The first that fits decides. */
  overrides: z.array(writtenRule).readonly(),
  askSeconds: z.number(),
  /** In the order they run, then those that are off. */
  policies: z.array(policyView).readonly(),
  openFga: z.strictObject({
    mode: z.enum(['bypass', 'restrict']),
    address: z.string(),
    /** Why grants cannot be known; every call is denied then. */
    problem: z.string().nullable(),
  }),
});
export type AccessView = z.infer<typeof accessView>;

export interface AccessServices {
  access(): Promise<AccessView>;
  /** Edits settings.yaml. `access` is a class of tools, or `*` for every other one. */
  setAccess(
    callerClass: z.infer<typeof callerClassName>,
    access: string,
    decision: z.infer<typeof decisionName>,
  ): Promise<void>;
  /** Goes before the others. Refused when nothing is named, or a tool or unit that is not there. */
  addOverride(rule: OverrideRuleView): Promise<void>;
  /** Refused when another rule stands there by now. */
  removeOverride(index: number, rule: AccessView['overrides'][number]): Promise<void>;
  setPolicy(name: string, isOn: boolean): Promise<void>;
}
