import type IsolatedVm from 'isolated-vm';
import { bare } from './bare.ts';
import type { Compile } from './code-cache.ts';
import { guestFileName, guestSource } from './guest/guest-source.ts';

type GuestMessage = (kind: unknown, a: unknown, b: unknown, c: unknown) => void;

/** One isolate with the guest code in place, for one run; never used again. */
export interface Cell {
  readonly isolate: IsolatedVm.Isolate;
  readonly context: IsolatedVm.Context;
  /** Before files that are loaded ahead of their run. */
  readonly watch: IsolatedVm.Reference;
  /** After them: whether they looked at nothing that may be different at the run's time. */
  readonly seal: IsolatedVm.Reference;
  readonly prepare: IsolatedVm.Reference;
  readonly start: IsolatedVm.Reference;
  readonly deliver: IsolatedVm.Reference;
  readonly ping: IsolatedVm.Reference;
  /** Set by the run that takes the cell; what the guest says before goes nowhere. */
  onMessage: GuestMessage;
}

const byReference = bare({ reference: true as const });

export async function createCell(
  ivm: typeof IsolatedVm,
  compile: Compile,
  memoryMb: number,
  onCatastrophe: (message: string) => void,
): Promise<Cell> {
  const isolate = new ivm.Isolate(
    // 8 MB is the least isolated-vm takes.
    bare({ memoryLimit: Math.max(8, memoryMb), onCatastrophicError: onCatastrophe }),
  );
  const context = await isolate.createContext(bare({}));
  const listener: { onMessage: GuestMessage } = { onMessage: () => undefined };
  // "ignored": the guest never waits for this process and never sees an error of it.
  const send = new ivm.Callback<GuestMessage>(
    (kind, a, b, c) => {
      listener.onMessage(kind, a, b, c);
    },
    bare({ ignored: true as const }),
  );
  const script = await compile(isolate, guestFileName, guestSource);
  const makeGuest: IsolatedVm.Reference = await script.run(context, byReference);
  const options = bare({ result: byReference });
  const guest = (await makeGuest.apply(undefined, [send], options)) as IsolatedVm.Reference<
    Record<string, unknown>
  >;
  const part = (name: string): IsolatedVm.Reference => guest.getSync(name, byReference);
  return Object.assign(listener, {
    isolate,
    context,
    watch: part('watch'),
    seal: part('seal'),
    prepare: part('prepare'),
    start: part('start'),
    deliver: part('deliver'),
    ping: part('ping'),
  });
}
