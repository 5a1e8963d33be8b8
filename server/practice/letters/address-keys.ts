import { createHmac, timingSafeEqual } from 'node:crypto';
import { emailKey } from '#domain/accounts/email.ts';
import { mailboxKey } from '#domain/accounts/mailbox.ts';
import type { Context } from '#server/ground/context.ts';
import { type OwnerId, ownerId } from '#server/ground/identity/actor.ts';

type Keys = Pick<Context, 'secrets'>;

const HASH_LENGTH = 22;
const TOKEN = /^([a-z0-9]{15})([\w-]{22})([\w-]{43})$/;

/** The address (as a hash) that opts out, and of whose letters. */
export interface StopToken {
  owner: OwnerId;
  hash: string;
}

/** Returns the keyed hash under which a practitioner's opt-outs store an address; useless without the key. */
export function stopHash(keys: Keys, owner: OwnerId, email: string): string {
  return mac(keys, `stop ${owner} ${emailKey(email)}`).slice(0, HASH_LENGTH);
}

/** Returns the keyed hash under which letters to an address are counted over all practitioners. */
export function strangerHash(keys: Keys, email: string): string {
  return mac(keys, `stranger ${mailboxKey(email)}`).slice(0, HASH_LENGTH);
}

/** Returns the token with which an address opts out of a practitioner's letters; it does not reveal the address. */
export function stopToken(keys: Keys, owner: OwnerId, email: string): string {
  const name = owner + stopHash(keys, owner, email);
  return name + mac(keys, `token ${name}`, 'stops');
}

/** Returns the practitioner and the address of an opt-out token; null for a token that we did not issue. */
export function readStopToken(keys: Keys, token: string): StopToken | null {
  const [, owner = '', hash = '', signature = ''] = TOKEN.exec(token) ?? [];
  const expected = mac(keys, `token ${owner}${hash}`, 'stops');
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) {
    return null;
  }
  return { owner: ownerId(owner), hash };
}

function mac({ secrets }: Keys, text: string, key: 'letters' | 'stops' = 'letters'): string {
  return createHmac('sha256', secrets.key(key)).update(text).digest('base64url');
}
