// What stops or will stop calls. One list, so that the tray, the sidebar and the page count the same.
import type { ApprovalView } from './approval-services.ts';
import type { ClientView } from './client-views.ts';
import type { ToolChangeView } from './quarantine-services.ts';
import type { BackendView, GatewayView, MissingKeyView, ProblemView, UnitView } from './views.ts';

export type AttentionItem =
  | { readonly kind: 'approval'; readonly approval: ApprovalView }
  | { readonly kind: 'problem'; readonly problem: ProblemView }
  | { readonly kind: 'unit-error'; readonly unit: UnitView; readonly problem?: ProblemView }
  | { readonly kind: 'backend-down'; readonly unit?: UnitView; readonly backend: BackendView }
  | { readonly kind: 'key-missing'; readonly key: MissingKeyView }
  | {
      readonly kind: 'tools-changed';
      readonly backend: string;
      readonly changes: readonly ToolChangeView[];
    }
  | { readonly kind: 'client'; readonly client: ClientView }
  /** Nobody but a person can bring it on. */
  | { readonly kind: 'login'; readonly unit?: UnitView; readonly backend: BackendView };

export interface AttentionFacts {
  readonly gateway: GatewayView;
  readonly units: readonly UnitView[];
  readonly approvals?: readonly ApprovalView[] | undefined;
  readonly changes?: readonly ToolChangeView[] | undefined;
  readonly clients?: readonly ClientView[] | undefined;
}

/** What waits for a person first, then errors, then what is down. Warnings stop nothing and stay with their unit. */
export function attentionItems(facts: AttentionFacts): readonly AttentionItem[] {
  const { gateway, units, approvals = [], changes = [], clients = [] } = facts;
  const missing = gateway.missingKeys ?? [];
  return [
    ...approvals.map((approval): AttentionItem => ({ kind: 'approval', approval })),
    ...problemItems(gateway, units),
    // A backend whose key is missing is down for that reason: one thing to do, one line.
    ...downItems(facts).filter((item) => !missing.some((key) => key.usedBy.includes(nameOf(item)))),
    ...missing.map((key): AttentionItem => ({ kind: 'key-missing', key })),
    ...[...new Set(changes.map(({ backend }) => backend))].map((backend): AttentionItem => ({
      kind: 'tools-changed',
      backend,
      changes: changes.filter((change) => change.backend === backend),
    })),
    ...clients
      .filter(({ isDetected }) => isDetected)
      .filter(({ state }) => state === 'needs-repair' || state === 'conflict')
      .map((client): AttentionItem => ({ kind: 'client', client })),
  ];
}

type LoginItem = Extract<AttentionItem, { kind: 'login' }>;
type DownItem = Extract<AttentionItem, { kind: 'backend-down' }> | LoginItem;

function problemItems(gateway: GatewayView, units: readonly UnitView[]): readonly AttentionItem[] {
  const told = new Set(units.flatMap((unit) => unit.problems.map(identity)));
  const problems = gateway.problems
    // A unit's own problems are told with the unit.
    .filter((problem) => problem.severity === 'error' && !told.has(identity(problem)))
    .map((problem): AttentionItem => ({ kind: 'problem', problem }));
  const broken = units
    .filter(({ state }) => state === 'error')
    .map((unit): AttentionItem => {
      const problem = unit.problems.find(({ severity }) => severity === 'error');
      return { kind: 'unit-error', unit, ...(problem && { problem }) };
    });
  return [...problems, ...broken];
}

function downItems({ gateway, units }: AttentionFacts): readonly DownItem[] {
  const ofUnits = units
    .filter(({ state }) => state !== 'off')
    .flatMap((unit) => unit.backends.flatMap((backend) => outage(backend, unit)));
  const alone = (gateway.backends ?? []).flatMap((backend) => outage(backend));
  return [...ofUnits, ...alone];
}

/** As the keys' list of users has it. */
function nameOf({ unit, backend }: DownItem): string {
  return unit === undefined ? backend.name : `${unit.name} / ${backend.name}`;
}

/** Those that wait for a login, with where they belong. */
export function loginItems(gateway: GatewayView, units: readonly UnitView[]): readonly LoginItem[] {
  return downItems({ gateway, units }).filter((item) => item.kind === 'login');
}

function outage(backend: BackendView, unit?: UnitView): readonly DownItem[] {
  const { state, login } = backend;
  // A connected one may need it too, for more rights.
  const waits = login === 'needed' || (login === 'running' && state !== 'healthy');
  if (!waits && state !== 'down') return [];
  return [{ kind: waits ? 'login' : 'backend-down', backend, ...(unit && { unit }) }];
}

/** A unit's problem also stands in the list of all; its folder may have another name than the unit. */
function identity({ subject, file, line, message }: ProblemView): string {
  return JSON.stringify([subject, file, line, message]);
}
