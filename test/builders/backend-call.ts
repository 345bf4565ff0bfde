import type { BackendCall } from '../../main/backends/backend.ts';

/** A call with everything a backend may ask for, and the parts a test is about. */
export function backendCall(parts: Partial<BackendCall> & Pick<BackendCall, 'tool'>): BackendCall {
  return {
    args: {},
    signal: new AbortController().signal,
    subCall: () => Promise.reject(new Error('no sub-calls here')),
    onConsole: () => undefined,
    ...parts,
  };
}
