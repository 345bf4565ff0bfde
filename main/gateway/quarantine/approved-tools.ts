// What the tools of each backend said when they were approved, in a file of the data folder.
import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../platform/write-file-atomic.ts';

const approvedTool = z.strictObject({
  hash: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: z.string(),
});

/** Not z.record: it drops the tool that is called __proto__, and a plain object seems to have a "constructor". */
function byTool<T extends z.ZodType>(value: T) {
  return z
    .custom<object>((given) => typeof given === 'object' && given !== null && !Array.isArray(given))
    .transform(
      (given): ReadonlyMap<string, z.output<T>> =>
        new Map(Object.entries(given).map(([name, each]) => [name, value.parse(each)])),
    );
}

const backendTools = z.strictObject({
  tools: byTool(approvedTool),
  /** Hash of a text the user wants kept back, by tool. */
  held: byTool(z.string()).default(new Map<string, string>()),
});
export type BackendTools = z.infer<typeof backendTools>;

const file = z.strictObject({
  version: z.literal(1),
  backends: z.record(z.string(), backendTools),
});

export class ApprovedTools {
  readonly #file: string;
  readonly #backends: Map<string, BackendTools>;
  /** The file was there and could not be read: nothing is known to be approved. */
  readonly isDamaged: boolean;
  #last: Promise<void> = Promise.resolve();

  private constructor(target: string, backends: Map<string, BackendTools>, isDamaged: boolean) {
    this.#file = target;
    this.#backends = backends;
    this.isDamaged = isDamaged;
  }

  static async open(target: string): Promise<ApprovedTools> {
    const text = await readFile(target, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return new ApprovedTools(target, new Map(), false);
    try {
      const { backends } = file.parse(JSON.parse(text));
      return new ApprovedTools(target, new Map(Object.entries(backends)), false);
    } catch {
      await rename(target, `${target}.broken`);
      return new ApprovedTools(target, new Map(), true);
    }
  }

  get(backend: string): BackendTools | undefined {
    return this.#backends.get(backend);
  }

  /** In force at once; resolves when it is on the disk. */
  set(backend: string, tools: BackendTools): Promise<void> {
    this.#backends.set(backend, tools);
    const written = this.#last.then(async () => {
      const content = {
        version: 1,
        backends: Object.fromEntries(
          [...this.#backends].map(([name, known]) => [
            name,
            { tools: Object.fromEntries(known.tools), held: Object.fromEntries(known.held) },
          ]),
        ),
      };
      await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      await writeFileAtomic(this.#file, `${JSON.stringify(content, null, 2)}\n`, 0o600);
    });
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** Settles when everything set so far is on the disk, or could not be written. */
  settled(): Promise<void> {
    return this.#last;
  }
}
