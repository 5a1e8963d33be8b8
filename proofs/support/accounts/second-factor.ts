import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { base32nopad } from '@scure/base';
import { ClientResponseError } from 'pocketbase';
import type PocketBase from 'pocketbase';
import { stepAt, totpCode } from '#domain/second-factor/totp.ts';
import { PASSWORD } from '#proofs/support/accounts/account.ts';

/** The authenticator app of a test's account, and the account's recovery codes. */
export interface SecondFactor {
  secret: string;
  /** Returns the code that the app shows at an instant. */
  codeAt: (now: Temporal.Instant) => string;
  recoveryCodes: string[];
}

/** Returns the codes of a secret in base32. */
export function authenticator(secret: string): Pick<SecondFactor, 'secret' | 'codeAt'> {
  const hmac = (key: Uint8Array, message: Uint8Array) => createHmac('sha1', key).update(message).digest();
  return { secret, codeAt: (now) => totpCode(hmac, base32nopad.decode(secret), stepAt(now)) };
}

/** Turns the second factor of a signed-in practitioner on, as its screen does. */
export async function turnOnSecondFactor(
  pb: PocketBase,
  now: Temporal.Instant,
  password = PASSWORD,
): Promise<SecondFactor> {
  const { secret } = await pb.send<{ secret: string }>('/api/second-factor/secret', {
    method: 'POST',
    body: { password },
  });
  const app = authenticator(secret);
  const { codes } = await pb.send<{ codes: string[] }>('/api/second-factor', {
    method: 'POST',
    body: { code: app.codeAt(now) },
  });
  return { ...app, recoveryCodes: codes };
}

/** Signs in with a right password; returns the number under which the sign-in waits for a code. */
export async function mfaIdOf(pb: PocketBase, email: string, password = PASSWORD): Promise<string> {
  try {
    await pb.collection('users').authWithPassword(email, password);
  } catch (error) {
    if (!(error instanceof ClientResponseError) || error.status !== 401) throw error;
    assert.deepEqual(Object.keys(error.response), ['mfaId']);
    assert.equal(pb.authStore.token, '', 'a token before the code');
    return String(error.response['mfaId']);
  }
  throw new Error('A password alone signed in.');
}
