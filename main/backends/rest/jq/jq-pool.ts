import { Worker } from 'node:worker_threads';
import type { Transformer } from './transformer.ts';
import { jqReady, type JqReply, type JqRequest } from './worker-protocol.ts';

interface Job {
  readonly request: JqRequest;
  readonly timeoutMs: number;
  readonly resolve: (outputs: string) => void;
  readonly reject: (error: Error) => void;
}

interface Seat {
  readonly worker: Worker;
  isReady: boolean;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

// A filter is synchronous inside, so a worker runs one; more than the cores would only wait for each other.
const mostWorkers = 2;
const checkMs = 5000;

/** A few threads that run jq, started when they are needed, ended when a filter hurts them. */
export class JqPool implements Transformer {
  readonly #script: string;
  #seats: readonly Seat[] = [];
  #waiting: Job[] = [];
  #lastId = 0;
  #closed = false;

  /** `script` is the built jq-worker. */
  constructor(script: string) {
    this.#script = script;
  }

  async run(filter: string, input: unknown, timeoutMs: number): Promise<unknown> {
    const text = await this.#ask(filter, JSON.stringify(input ?? null), false, timeoutMs);
    const outputs = text.split('\n').filter((line) => line !== '');
    const values = outputs.map((line) => JSON.parse(line) as unknown);
    if (values.length === 0) return null;
    return values.length === 1 ? values[0] : values;
  }

  check(filter: string): Promise<string | undefined> {
    return this.#ask(filter, 'null', true, checkMs).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    const seats = this.#seats;
    this.#seats = [];
    for (const job of this.#waiting) job.reject(new Error('the gateway is closing'));
    this.#waiting = [];
    for (const seat of seats) this.#end(seat, new Error('the gateway is closing'));
    await Promise.all(seats.map(({ worker }) => worker.terminate()));
  }

  #ask(filter: string, input: string, isCheck: boolean, timeoutMs: number): Promise<string> {
    if (this.#closed) return Promise.reject(new Error('the gateway is closing'));
    this.#lastId += 1;
    const request = { id: this.#lastId, filter, input, isCheck };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, timeoutMs, resolve, reject });
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#waiting.length === 0) return;
    const free = this.#seats.find((seat) => seat.isReady && seat.job === undefined);
    if (free === undefined) {
      const starting = this.#seats.filter((seat) => !seat.isReady).length;
      if (this.#seats.length < mostWorkers && starting < this.#waiting.length) this.#start();
      return;
    }
    const job = this.#waiting.shift();
    if (job === undefined) return;
    free.job = job;
    free.worker.ref();
    free.timer = setTimeout(() => {
      this.#replace(free, new Error(`the filter took longer than ${job.timeoutMs / 1000} s`));
    }, job.timeoutMs);
    free.worker.postMessage(job.request);
    this.#dispatch();
  }

  #start(): void {
    const worker = new Worker(this.#script, {
      // The interpreter prints nothing of its own accord; what it does print is not for our streams.
      stdout: true,
      stderr: true,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const seat: Seat = { worker, isReady: false, job: undefined, timer: undefined };
    this.#seats = [...this.#seats, seat];
    worker.on('message', (message: JqReply | typeof jqReady) => {
      this.#onMessage(seat, message);
    });
    worker.on('error', (error) => {
      this.#replace(seat, error);
    });
    worker.on('exit', () => {
      this.#replace(seat, new Error('the filter ended its interpreter'));
    });
  }

  #onMessage(seat: Seat, message: JqReply | typeof jqReady): void {
    if (message === jqReady) {
      seat.isReady = true;
      if (seat.job === undefined) seat.worker.unref();
      this.#dispatch();
      return;
    }
    const { job } = seat;
    if (job?.request.id !== message.id) return;
    if (!message.ok && message.isFatal) {
      this.#replace(seat, new Error(message.message));
      return;
    }
    seat.job = undefined;
    clearTimeout(seat.timer);
    seat.worker.unref();
    if (message.ok) job.resolve(message.outputs);
    else job.reject(new Error(message.message));
    this.#dispatch();
  }

  /** The thread is of no use any more; whoever waits gets another one. */
  #replace(seat: Seat, error: Error): void {
    if (!this.#seats.includes(seat)) return;
    this.#seats = this.#seats.filter((other) => other !== seat);
    void seat.worker.terminate();
    this.#end(seat, error);
    // A thread that cannot even start would be started for ever.
    if (!seat.isReady) this.#waiting.shift()?.reject(error);
    this.#dispatch();
  }

  #end(seat: Seat, error: Error): void {
    clearTimeout(seat.timer);
    seat.job?.reject(error);
    seat.job = undefined;
  }
}
