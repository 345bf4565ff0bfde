// The one object the window gets: `bridge.units.promote({ … })`, `bridge.audit.onAppended(listener)`.
// Derived from the channels, so a function that has no channel cannot be written down.
import type { EventChannel, RequestChannel } from './channel-names.ts';
import type { EventPayload, RequestInput, RequestOutput } from './channels.ts';

/** Errors cross as values: the bridge between the two worlds keeps only the message of a thrown one. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

type Noun = RequestChannel extends `${infer N}:${string}` ? N : never;

type RequestFunction<C extends RequestChannel> =
  undefined extends RequestInput<C>
    ? () => Promise<Reply<RequestOutput<C>>>
    : (input: RequestInput<C>) => Promise<Reply<RequestOutput<C>>>;

/** Subscribing returns the unsubscribe. */
type EventFunction<C extends EventChannel> = (
  listener: (payload: EventPayload<C>) => void,
) => () => void;

type Requests<N extends string> = {
  readonly [C in RequestChannel as C extends `${N}:${infer V}` ? V : never]: RequestFunction<C>;
};
type Events<N extends string> = {
  readonly [
    C in EventChannel as C extends `${N}:${infer V}` ? `on${Capitalize<V>}` : never
  ]: EventFunction<C>;
};

export type Bridge = { readonly [N in Noun]: Requests<N> & Events<N> };

/** Under which name the preload hangs it on `window`. */
export const bridgeKey = 'toolmesh';
