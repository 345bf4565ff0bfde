import type { AccessRules, CallerClass, Decision } from '../../config/schema/settings.ts';

export interface AccessQuestion {
  readonly callerClass: CallerClass;
  /** Backend or unit. */
  readonly backend: string;
  readonly canonicalName: string;
  readonly access: string;
}

export interface AccessAnswer {
  readonly decision: Decision;
  /** Goes into the audit: `override 2`, `standard.admin`. */
  readonly decidedBy: string;
}

/** The first matching override, else class × access class, else the class's `"*"`. */
export function decideAccess(question: AccessQuestion, rules: AccessRules): AccessAnswer {
  const index = rules.overrides.findIndex(
    (rule) =>
      (rule.tool ?? question.canonicalName) === question.canonicalName &&
      (rule.unit ?? question.backend) === question.backend &&
      (rule.class ?? question.callerClass) === question.callerClass &&
      (rule.access ?? question.access) === question.access,
  );
  const override = rules.overrides[index];
  if (override) return { decision: override.decision, decidedBy: `override ${index + 1}` };
  const row: Readonly<Record<string, Decision>> = rules[question.callerClass];
  const own = Object.hasOwn(row, question.access) ? row[question.access] : undefined;
  return own === undefined
    ? { decision: row['*'] ?? 'deny', decidedBy: `${question.callerClass}.*` }
    : { decision: own, decidedBy: `${question.callerClass}.${question.access}` };
}
