import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';

const NONCE = 24;

/** The most arguments passed in one call. */
const PIECE = 8192;

/**
 * Encrypts texts, each with a new nonce, bound to the storage name. Synchronous, unlike the browser's own cryptography:
 * the last letter typed before a reload is stored too, and pages without TLS can keep drafts.
 */
export class Cipher {
  readonly #key: Uint8Array;

  /** Throws when the key is not 256 bits in base64. */
  constructor(key: string) {
    this.#key = bytesOf(key);
    if (this.#key.length !== 32) throw new TypeError('a key of another length');
  }

  /** In base64. */
  seal(name: string, text: string): string {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
    const sealed = this.#of(name, nonce).encrypt(new TextEncoder().encode(text));
    return base64Of(nonce) + base64Of(sealed);
  }

  /** Null for a text not sealed with this key under this name. */
  unseal(name: string, sealed: string): string | null {
    try {
      const bytes = bytesOf(sealed);
      return new TextDecoder().decode(this.#of(name, bytes.subarray(0, NONCE)).decrypt(bytes.subarray(NONCE)));
    } catch {
      return null;
    }
  }

  #of(name: string, nonce: Uint8Array) {
    return xchacha20poly1305(this.#key, nonce, new TextEncoder().encode(name));
  }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + PIECE));
  }
  return btoa(text);
}
