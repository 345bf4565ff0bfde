import type IsolatedVm from 'isolated-vm';
import { bare } from './bare.ts';
import type { CodeCache } from './code-cache.ts';
import { guestFile } from './guest/guest-source.ts';

type GuestMessage = (kind: unknown, a: unknown, b: unknown, c: unknown) => void;

/** One context with the guest code in place, for one run; never used again. */
export interface Cell {
  readonly isolate: IsolatedVm.Isolate;
  readonly memoryMb: number;
  readonly context: IsolatedVm.Context;
  readonly prepare: IsolatedVm.Reference;
  readonly start: IsolatedVm.Reference;
  readonly deliver: IsolatedVm.Reference;
  readonly ping: IsolatedVm.Reference;
  /** Set by the run that takes the cell; what the guest says before goes nowhere. */
  onMessage: GuestMessage;
}

/** Makes cells; `renew` makes the next one in the isolate of a cell whose run is over. */
export interface CellMaker {
  create(memoryMb: number): Promise<Cell>;
  renew(cell: Cell): Promise<Cell>;
}

const byReference = bare({ reference: true as const });

export function createCellMaker(
  ivm: typeof IsolatedVm,
  code: CodeCache,
  onCatastrophe: (message: string) => void,
): CellMaker {
  async function furnish(isolate: IsolatedVm.Isolate, memoryMb: number): Promise<Cell> {
    const script = await code.compile(isolate, guestFile);
    // From here on at once: this code is ours, and with other threads it takes a third more of the processor.
    const context = isolate.createContextSync(bare({}));
    const listener: { onMessage: GuestMessage } = { onMessage: () => undefined };
    // "ignored": the guest never waits for this process and never sees an error of it.
    const send = new ivm.Callback<GuestMessage>(
      (kind, a, b, c) => {
        listener.onMessage(kind, a, b, c);
      },
      bare({ ignored: true as const }),
    );
    const makeGuest: IsolatedVm.Reference = script.runSync(context, byReference);
    const guest = makeGuest.applySync(
      undefined,
      [send],
      bare({ result: byReference }),
    ) as IsolatedVm.Reference<Record<string, unknown>>;
    const part = (name: string): IsolatedVm.Reference => guest.getSync(name, byReference);
    const parts = {
      prepare: part('prepare'),
      start: part('start'),
      deliver: part('deliver'),
      ping: part('ping'),
    };
    for (const handle of [makeGuest, guest]) handle.release();
    return Object.assign(listener, { isolate, memoryMb, context, ...parts });
  }

  return {
    create(memoryMb) {
      // 8 MB is the least isolated-vm takes.
      const memoryLimit = Math.max(8, memoryMb);
      const options = bare({ memoryLimit, onCatastrophicError: onCatastrophe });
      return furnish(new ivm.Isolate(options), memoryMb);
    },
    renew({ isolate, memoryMb, context, prepare, start, deliver, ping }) {
      // The last references into the old context: what the run left there is garbage now.
      for (const handle of [prepare, start, deliver, ping, context]) handle.release();
      return furnish(isolate, memoryMb);
    },
  };
}
