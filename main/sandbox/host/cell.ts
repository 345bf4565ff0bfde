import type IsolatedVm from 'isolated-vm';
import { bare } from './bare.ts';
import { guestFileName, guestSource } from './guest/guest-source.ts';

type GuestMessage = (kind: unknown, a: unknown, b: unknown, c: unknown) => void;

/** One isolate with the guest code in place, for one run; never used again. */
export interface Cell {
  readonly isolate: IsolatedVm.Isolate;
  readonly context: IsolatedVm.Context;
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
  const guest = (await context.evalClosure(
    guestSource,
    [send],
    bare({ filename: guestFileName, result: byReference }),
  )) as unknown as IsolatedVm.Reference<Record<string, unknown>>;
  const part = (name: string): IsolatedVm.Reference => guest.getSync(name, byReference);
  return Object.assign(listener, {
    isolate,
    context,
    prepare: part('prepare'),
    start: part('start'),
    deliver: part('deliver'),
    ping: part('ping'),
  });
}
