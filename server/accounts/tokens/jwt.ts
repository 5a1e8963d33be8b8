import { createHmac, timingSafeEqual } from 'node:crypto';

/** The only header that is written and accepted: a token cannot choose how it is verified. */
const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

/** Returns a JSON Web Token signed with HMAC-SHA256. */
export function signJwt(payload: object, key: Uint8Array): string {
  const signed = `${HEADER}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
  return `${signed}.${hmac(signed, key).toString('base64url')}`;
}

/** Returns the payload of a token without verifying its signature; undefined for a malformed token. */
export function readJwt(token: string): unknown {
  const [header, payload = '', signature, ...rest] = token.split('.', 4);
  if (header !== HEADER || signature === undefined || rest.length > 0) return undefined;
  const bytes = canonicalBytes(payload);
  try {
    return bytes && JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Returns true when the key signed exactly this text, which `readJwt` reads. */
export function isSignedWith(token: string, key: Uint8Array): boolean {
  const end = token.lastIndexOf('.');
  const signature = canonicalBytes(token.slice(end + 1));
  const expected = hmac(token.slice(0, end), key);
  return signature?.length === expected.length && timingSafeEqual(signature, expected);
}

function hmac(text: string, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Accepts one spelling alone: the last character has unused bits, and Node skips foreign characters. */
function canonicalBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
