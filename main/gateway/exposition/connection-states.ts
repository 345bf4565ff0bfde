// Some tools of a unit make sense only in some states: nothing can be paid before something is ordered.
import type { Backend, CallResult, ToolDescriptor, UnitBackend } from '../../backends/backend.ts';
import type { Route } from '../route.ts';
import { toFailure } from './client-surface.ts';
import { notAvailable } from './dispatch/not-available.ts';

/** States by unit. A unit that is not named is in the state it begins in. */
export type UnitStates = ReadonlyMap<string, string>;

const stateKey = 'gateway/state';

/** In which state each unit is for one connection. */
export class ConnectionStates {
  readonly #changed: () => void;
  #states: UnitStates = new Map();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get all(): UnitStates {
    return this.#states;
  }

  /** The route as this connection may take it: refused in a wrong state, and leading into the next. */
  bind(route: Route): Route {
    const { unit, tool, canonicalName } = route;
    if (unit === undefined) return route;
    let next: string | undefined;
    return {
      ...route,
      refusal: () => {
        const state = stateOf(unit, this.#states);
        if (isOpenIn(tool, state)) return undefined;
        const { states } = tool;
        return toFailure(notAvailable(canonicalName, { unit: unit.name, states }, state));
      },
      run: async (call) => {
        const result = await route.run(call);
        next = declaredState(result) ?? tool.transition;
        return result;
      },
      // After the gate: a call that a policy denied leads nowhere.
      finish: (result) => {
        if (result.isError !== true && next !== undefined) this.#move(unit, next);
        return route.finish?.(result) ?? result;
      },
    };
  }

  /** The unit is again in the state it begins in, as for a new connection. */
  reset(unit: string): void {
    const states = new Map(this.#states);
    if (!states.delete(unit)) return;
    this.#states = states;
    this.#changed();
  }

  #move(unit: UnitBackend, state: string): void {
    if (stateOf(unit, this.#states) === state) return;
    this.#states = new Map(this.#states).set(unit.name, state);
    this.#changed();
  }
}

/** A backend's state on a connection; empty for one that has no name. Only units have any. */
export function stateOf(backend: Backend, states: UnitStates): string {
  if (backend.kind !== 'unit') return '';
  return states.get(backend.name) ?? (backend as UnitBackend).initialState ?? '';
}

export function isOpenIn({ states }: Pick<ToolDescriptor, 'states'>, state: string): boolean {
  return states?.includes(state) ?? true;
}

/** What the glue itself says, for a call that does not always lead to the same state. */
function declaredState({ _meta }: CallResult): string | undefined {
  const state = _meta?.[stateKey];
  return typeof state === 'string' ? state : undefined;
}
