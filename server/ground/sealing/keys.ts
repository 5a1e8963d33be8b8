import { hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decrypt, encrypt, KEY_BYTES } from '#server/ground/sealing/cipher.ts';
import { fingerprintOf } from '#server/ground/sealing/key-file.ts';

const VERSION = 1;

/** Opened keys of practitioners to keep; a dropped one is read again. */
const OPENED_MOST = 2000;

interface OpenedKey {
  wrapped: string;
  key: Uint8Array;
}

/** The opened keys of one database. Locked until the start has compared the key file with the database. */
export class Keys {
  /**
   * The keys of practitioners by name, stored and opened form. An entry never changes: a key change adds another name.
   */
  readonly opened = new LRUCache<string, OpenedKey>({ max: OPENED_MOST });
  #server: Uint8Array | null = null;
  #secrets: Uint8Array | null = null;

  /** Takes the key of the key file, which wraps other keys, and the key of small secrets. */
  unlock(server: Uint8Array, secrets: Uint8Array): void {
    this.opened.clear();
    this.#server = server;
    this.#secrets = secrets;
  }

  /** Returns the practitioners of whom a key is opened. */
  users(): string[] {
    return [...new Set(this.opened.keys().map((name) => name.slice(0, name.indexOf('/'))))];
  }

  /** Drops the opened keys of one practitioner. */
  forget(user: string): void {
    for (const name of this.opened.keys().toArray()) if (name.startsWith(`${user}/`)) this.opened.delete(name);
  }

  /** Identifies the server's key. */
  get fingerprint(): string {
    return fingerprintOf(this.#opened(this.#server));
  }

  /** Wraps a key with the server's; it unwraps under the same name alone. */
  wrap(name: string, key: Uint8Array): string {
    return wrapKey(this.#opened(this.#server), name, key);
  }

  /** Unwraps a key; null where it was wrapped under another name or with another server key. */
  unwrap(name: string, wrapped: string): Buffer | null {
    return unwrapKey(this.#opened(this.#server), name, wrapped);
  }

  /**
   * Seals a small secret of the program into a text to store, which opens for the same purpose and id alone. A change
   * of the key file leaves it as it is.
   */
  sealSecret(purpose: string, id: string, bytes: Uint8Array): string {
    return encrypt(this.#opened(this.#secrets), secretContext(purpose, id), bytes).toString('base64');
  }

  /** Returns the bytes that `sealSecret` took; null for a text of another purpose, id or key. */
  openSecret(purpose: string, id: string, sealed: string): Buffer | null {
    return decrypt(this.#opened(this.#secrets), secretContext(purpose, id), Buffer.from(sealed, 'base64'));
  }

  /** Derives a key for one purpose from the key file and the stored value; neither is enough alone. */
  derive(purpose: string, stored: Uint8Array): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#opened(this.#secrets), stored, `kabinet ${purpose}`, KEY_BYTES));
  }

  #opened(key: Uint8Array | null): Uint8Array {
    if (!key) throw new Error('The keys of this database are locked.');
    return key;
  }
}

/** Returns a key wrapped under another. */
export function wrapKey(under: Uint8Array, name: string, key: Uint8Array): string {
  return encrypt(under, keyContext(name), key).toString('base64');
}

/** Returns the wrapped key; null for another name or another key around it. */
export function unwrapKey(under: Uint8Array, name: string, wrapped: string): Buffer | null {
  return decrypt(under, keyContext(name), Buffer.from(wrapped, 'base64'));
}

function secretContext(purpose: string, id: string): string {
  return JSON.stringify(['secret', VERSION, purpose, id]);
}

function keyContext(name: string): string {
  return JSON.stringify(['key', VERSION, name]);
}
