/** Isolates with the guest code already in place: making one costs about 2 ms, taking one nothing. */
import type IsolatedVm from 'isolated-vm';
import { bare } from './bare.ts';
import { guestFileName, guestSource } from './guest/guest-source.ts';

export type GuestMessage = (kind: unknown, a: unknown, b: unknown, c: unknown) => void;

/** One isolate for one run; never used again. */
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

export interface IsolatePool {
  take(memoryMb: number): Promise<Cell>;
}

export function createIsolatePool(
  ivm: typeof IsolatedVm,
  size: number,
  onCatastrophe: (message: string) => void,
): IsolatePool {
  let idle: Cell[] = [];
  // Units ask for the same limit nearly always; the pool follows the last one asked for.
  let pooledMb = 0;
  let isFilling = false;

  async function createCell(memoryMb: number): Promise<Cell> {
    const isolate = new ivm.Isolate(
      bare({ memoryLimit: Math.max(8, memoryMb), onCatastrophicError: onCatastrophe }),
    );
    const context = await isolate.createContext(bare({}));
    const listener: { onMessage?: GuestMessage } = {};
    const send = new ivm.Callback<GuestMessage>(
      (kind, a, b, c) => listener.onMessage?.(kind, a, b, c),
      bare({ ignored: true as const }),
    );
    const guest = (await context.evalClosure(
      guestSource,
      [send],
      bare({ filename: guestFileName, result: bare({ reference: true as const }) }),
    )) as unknown as IsolatedVm.Reference<Record<string, unknown>>;
    const part = (name: string): IsolatedVm.Reference =>
      guest.getSync(name, bare({ reference: true as const }));
    return Object.assign(listener, {
      isolate,
      context,
      prepare: part('prepare'),
      start: part('start'),
      deliver: part('deliver'),
      ping: part('ping'),
      onMessage: () => undefined,
    });
  }

  async function fill(): Promise<void> {
    if (isFilling) return;
    isFilling = true;
    try {
      while (idle.length < size) {
        const memoryMb = pooledMb;
        const cell = await createCell(memoryMb);
        if (memoryMb === pooledMb) idle.push(cell);
        else cell.isolate.dispose();
      }
    } finally {
      isFilling = false;
    }
  }

  return {
    async take(memoryMb) {
      if (memoryMb !== pooledMb) {
        for (const cell of idle) cell.isolate.dispose();
        idle = [];
        pooledMb = memoryMb;
      }
      const cell = idle.pop() ?? (await createCell(memoryMb));
      setImmediate(() => void fill());
      return cell;
    },
  };
}
