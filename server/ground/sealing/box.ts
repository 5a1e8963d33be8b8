import { createPrivateKey, createPublicKey, diffieHellman, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { decrypt, encrypt, KEY_BYTES } from '#server/ground/sealing/cipher.ts';

/** The DER prefixes before the 32 bytes of a private and of a public X25519 key. */
const PRIVATE = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC = Buffer.from('302a300506032b656e032100', 'hex');

/** Derives a key for one purpose from a secret of at least 128 random bits. */
export function deriveKey(secret: Uint8Array | string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `kabinet ${purpose}`, KEY_BYTES));
}

/** Returns the X25519 key, 32 bytes, with which anybody seals for the holder of a private key, any 32 bytes. */
export function publicKeyOf(secret: Uint8Array): Buffer {
  return bytesOf(createPublicKey(privateKey(secret)));
}

/** Returns `one-time X25519 key 32 | iv 12 | tag 16 | AES-256-GCM(bytes)`: the private key of `to` alone opens it. */
export function sealFor(to: Uint8Array, context: string, bytes: Uint8Array): Buffer {
  const once = privateKey(randomBytes(KEY_BYTES));
  const shown = bytesOf(createPublicKey(once));
  const publicKey = createPublicKey({ key: Buffer.concat([PUBLIC, to]), format: 'der', type: 'spki' });
  const shared = diffieHellman({ privateKey: once, publicKey });
  return Buffer.concat([shown, encrypt(keyOf(shared, shown, to), context, bytes)]);
}

/** Returns the bytes that `sealFor` took; null for another private key or context, and for a changed or cut text. */
export function openFor(secret: Uint8Array, context: string, sealed: Uint8Array): Buffer | null {
  if (sealed.length < KEY_BYTES) return null;
  const own = privateKey(secret);
  const shown = sealed.subarray(0, KEY_BYTES);
  try {
    const publicKey = createPublicKey({ key: Buffer.concat([PUBLIC, shown]), format: 'der', type: 'spki' });
    const shared = diffieHellman({ privateKey: own, publicKey });
    return decrypt(keyOf(shared, shown, bytesOf(createPublicKey(own))), context, sealed.subarray(KEY_BYTES));
  } catch {
    // A damaged text can hold a public key that allows no agreement.
    return null;
  }
}

function privateKey(secret: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PRIVATE, secret]), format: 'der', type: 'pkcs8' });
}

function bytesOf(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length);
}

/** Bound to both public keys, because the shared secret alone does not identify them. */
function keyOf(shared: Uint8Array, shown: Uint8Array, to: Uint8Array): Buffer {
  return deriveKey(Buffer.concat([shared, shown, to]), 'box');
}
