import type { AttentionItem } from '../../../main/contract/attention.ts';
import type { LoginState } from '../../../main/contract/login-services.ts';
import type { BackendPlace } from '../../../main/contract/setup-channels.ts';
import { fileName } from '../../components/file-name.ts';
import type { Page, Words } from '../../text/words.ts';

export interface AttentionText {
  /** The same for the same thing, so that a row keeps its place in the document. */
  readonly id: string;
  readonly kind: 'wait' | 'err' | 'warn';
  readonly title: string;
  readonly line: string;
  /** Where it can be dealt with; the small window of approvals, or a page. */
  readonly action?: {
    readonly text: string;
    readonly to: 'review' | { page: Page; item?: string };
  };
  /** In place of it, where the button signs in. */
  readonly login?: { readonly place: BackendPlace; readonly state: LoginState };
}

/** `now` is for what runs out. */
export function attentionText(
  item: AttentionItem,
  { overview: words, config, login }: Words,
  now: number,
): AttentionText {
  switch (item.kind) {
    case 'approval': {
      const { id, client, tool, expiresAt } = item.approval;
      const seconds = Math.max(0, Math.ceil((expiresAt - now) / 1000));
      return {
        id: `approval ${id}`,
        kind: 'wait',
        title: words.waitsForApproval(client),
        line: words.waitsForApprovalLine(tool, seconds),
        action: { text: words.review, to: 'review' },
      };
    }
    case 'problem': {
      const { subject, message } = item.problem;
      const isGrants = subject === 'authorization';
      return {
        id: `problem ${subject} ${message}`,
        kind: 'err',
        title: isGrants ? words.openFgaDown : subject,
        line: isGrants ? words.openFgaDownLine(message) : message,
        ...actionFor(subject, words),
      };
    }
    case 'unit-error': {
      const { unit, problem } = item;
      return {
        id: `unit ${unit.name}`,
        kind: 'err',
        // The whole path stands on the unit's page.
        title: words.unitError(unit.name, problem?.file && fileName(problem.file), problem?.line),
        line: problem?.message ?? unit.line,
        action: {
          text: problem?.line === undefined ? words.showUnit : words.showLine,
          to: { page: 'units', item: unit.name },
        },
      };
    }
    case 'backend-down': {
      const { unit, backend } = item;
      return {
        id: `backend ${unit?.name ?? ''} ${backend.name}`,
        kind: 'warn',
        title: words.backendDown(backend.name),
        line: words.backendDownLine(backend.detail, unit?.name),
        action:
          unit === undefined
            ? { text: words.showBackends, to: { page: 'backends' } }
            : { text: words.showUnit, to: { page: 'units', item: unit.name } },
      };
    }
    case 'key-missing': {
      const { name, usedBy } = item.key;
      return {
        id: `key ${name}`,
        kind: 'warn',
        title: words.keyMissing(name),
        line: words.keyMissingLine(usedBy.join(', ')),
        action: { text: words.setKey, to: { page: 'credentials' } },
      };
    }
    case 'tools-changed': {
      const { backend, changes } = item;
      const held = changes.filter((change) => change.held).length;
      return {
        id: `changes ${backend}`,
        kind: 'warn',
        title: config.backends.changedTitle(backend, changes.length),
        line: words.toolsChangedLine(changes.map(({ tool }) => tool).join(', '), held),
        action: { text: config.backends.compare, to: { page: 'backends' } },
      };
    }
    case 'client': {
      const { id, label, state, next } = item.client;
      const needsRepair = state === 'needs-repair';
      return {
        id: `client ${id}`,
        kind: 'warn',
        title: needsRepair ? words.clientRepair(label) : words.clientConflict(label),
        line: next === undefined ? '' : config.clients.next(next),
        action: {
          text: needsRepair ? config.clients.repair : words.showClient,
          to: { page: 'clients', item: id },
        },
      };
    }
    case 'login': {
      const { unit, backend } = item;
      const state = backend.login ?? 'needed';
      return {
        id: `login ${unit?.name ?? ''}/${backend.name}`,
        kind: 'warn',
        title: login.title(backend.name),
        line: state === 'running' ? login.running : login.line(unit?.name),
        login: { place: { name: backend.name, unit: unit?.name ?? null }, state },
      };
    }
  }
}

/** The page that shows what is wrong with a file in its place. */
function actionFor(
  subject: string,
  words: Words['overview'],
): Pick<AttentionText, 'action'> | undefined {
  if (subject === 'settings.yaml')
    return { action: { text: words.showSettings, to: { page: 'settings' } } };
  if (subject === 'backends.yaml')
    return { action: { text: words.showBackends, to: { page: 'backends' } } };
  const isOfAccess = ['authorization', 'caller-classes.yaml', 'policies'].includes(subject);
  if (isOfAccess || subject.startsWith('policy '))
    return { action: { text: words.showAccess, to: { page: 'access' } } };
  return undefined;
}
