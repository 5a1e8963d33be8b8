import { createHmac } from 'node:crypto';
import type { Secrets } from '#server/ground/secrets/secrets.ts';

/**
 * Returns a keyed hash of a value that must not be stored or logged: the same for the same text, useless without the
 * key.
 */
export function keyedHash(secrets: Secrets, text: string): string {
  return createHmac('sha256', secrets.key('names')).update(text).digest('base64url').slice(0, 22);
}
