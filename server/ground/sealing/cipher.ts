import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Bytes of every key: AES-256. */
export const KEY_BYTES = 32;

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Returns `iv 12 | tag 16 | ciphertext` of AES-256-GCM; opened only with the same key and context. */
export function encrypt(key: Uint8Array, context: string, bytes: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const sealed = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]);
}

/** Returns the bytes that `encrypt` took; null for another key or context, and for a changed or cut text. */
export function decrypt(key: Uint8Array, context: string, sealed: Uint8Array): Buffer | null {
  if (sealed.length < IV_BYTES + TAG_BYTES) return null;
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const bytes = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
  try {
    decipher.final();
    return bytes;
  } catch {
    return null;
  }
}
