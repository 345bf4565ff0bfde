import type { CredentialIndex } from './credential-index.ts';
import type { Keychain } from './keychain.ts';

// Windows keeps at most 2,560 bytes in an entry, as UTF-16; a token alone can have more.
const chunkLength = 1000;

/** Logins in the keychain, in as many entries as they need. A backend without a login never asks it. */
export class LoginVault {
  readonly #keychain: Keychain;
  readonly #index: CredentialIndex;

  constructor(keychain: Keychain, index: CredentialIndex) {
    this.#keychain = keychain;
    this.#index = index;
  }

  async read(backend: string): Promise<string | undefined> {
    if (!(await this.#index.names()).includes(backend)) return undefined;
    const count = Number(await this.#keychain.get(countKey(backend)));
    if (!Number.isInteger(count) || count < 1) return undefined;
    const parts: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const part = await this.#keychain.get(partKey(backend, index));
      // Cut off while it was written: as good as none.
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return parts.join('');
  }

  async write(backend: string, text: string): Promise<void> {
    const before = (await this.#index.names()).includes(backend)
      ? Number(await this.#keychain.get(countKey(backend)))
      : 0;
    const count = Math.max(1, Math.ceil(text.length / chunkLength));
    for (let index = 0; index < count; index += 1) {
      const part = text.slice(index * chunkLength, (index + 1) * chunkLength);
      await this.#keychain.set(partKey(backend, index), part);
    }
    await this.#keychain.set(countKey(backend), String(count));
    await this.#index.add(backend);
    for (let index = count; index < before; index += 1)
      await this.#keychain.remove(partKey(backend, index));
  }

  async remove(backend: string): Promise<void> {
    if (!(await this.#index.names()).includes(backend)) return;
    const count = Number(await this.#keychain.get(countKey(backend)));
    for (let index = 0; index < count; index += 1)
      await this.#keychain.remove(partKey(backend, index));
    await this.#keychain.remove(countKey(backend));
    await this.#index.remove(backend);
  }
}

function countKey(backend: string): string {
  return `${backend}/parts`;
}

function partKey(backend: string, index: number): string {
  return `${backend}/${String(index)}`;
}
