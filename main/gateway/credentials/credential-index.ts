// Names of the stored credentials. The keychain itself is never listed: keytar's findCredentials crashes the
// process on a locked keyring. The file holds no secret.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { GatewayError } from '../../platform/gateway-error.ts';
import { writeFileAtomic } from '../../platform/write-file-atomic.ts';

const indexSchema = z.strictObject({ names: z.array(z.string()) });

export class CredentialIndex {
  readonly #file: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** In alphabetical order. Read each time: a second ToolMesh process may have written it. */
  async names(): Promise<readonly string[]> {
    const text = await readFile(this.#file, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{"names":[]}';
      throw error;
    });
    return this.#parse(text);
  }

  add(name: string): Promise<void> {
    return this.#change((names) => [...names.filter((known) => known !== name), name]);
  }

  remove(name: string): Promise<void> {
    return this.#change((names) => names.filter((known) => known !== name));
  }

  #change(edit: (names: readonly string[]) => readonly string[]): Promise<void> {
    const change = this.#last.then(async () => {
      const names = [...edit(await this.names())].sort();
      await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      await writeFileAtomic(this.#file, `${JSON.stringify({ names }, null, 2)}\n`, 0o600);
    });
    this.#last = change.catch(() => undefined);
    return change;
  }

  #parse(text: string): readonly string[] {
    try {
      return indexSchema.parse(JSON.parse(text)).names;
    } catch (cause) {
      throw new GatewayError(
        'config-invalid',
        `Credential index "${this.#file}" can't be read: delete the file and set the credentials again; the keys in the keychain stay`,
        { cause },
      );
    }
  }
}
