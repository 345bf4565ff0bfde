import type { Backend } from '../backends/backend.ts';
import { shownAddress } from '../backends/create-backend.ts';
import type { BackendEntry } from '../config/schema/backend-entry.ts';
import type { BackendView } from '../contract/views.ts';

export type BackendHealth = Omit<BackendView, 'tools'>;

/** Where a backend is and how it does, as the window shows it. */
export function backendHealth(backend: Backend, entries: readonly BackendEntry[]): BackendHealth {
  const entry = entries.find(({ name }) => name === backend.name);
  const state = backend.state();
  return {
    name: backend.name,
    transport: entry?.transport ?? 'http',
    address: entry === undefined ? '' : shownAddress(entry),
    state: state.kind === 'ready' ? 'healthy' : state.kind,
    detail:
      state.kind === 'down' ? state.reason : state.kind === 'ready' ? (state.version ?? '') : '',
    ...(backend.login && { login: backend.login.state() }),
  };
}
