import {
  KeychainUnavailable,
  type Keychain,
  type KeychainFault,
  type KeychainStatus,
} from '../../main/gateway/credentials/keychain.ts';

/** Set `fault` to make it unavailable. */
export class MemoryKeychain implements Keychain {
  readonly entries = new Map<string, string>();
  fault: KeychainFault | undefined;
  reads = 0;

  async get(name: string): Promise<string | undefined> {
    this.reads += 1;
    await this.#check();
    return this.entries.get(name);
  }

  async set(name: string, secret: string): Promise<void> {
    await this.#check();
    this.entries.set(name, secret);
  }

  async remove(name: string): Promise<void> {
    await this.#check();
    this.entries.delete(name);
  }

  status(): Promise<KeychainStatus> {
    if (this.fault === undefined) return Promise.resolve({ kind: 'ready' });
    const { fault, message } = new KeychainUnavailable(this.fault);
    return Promise.resolve({ kind: 'unavailable', fault, message });
  }

  #check(): Promise<void> {
    return this.fault === undefined
      ? Promise.resolve()
      : Promise.reject(new KeychainUnavailable(this.fault));
  }
}
