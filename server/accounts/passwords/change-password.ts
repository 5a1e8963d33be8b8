import { badRequest, type FieldErrors } from '#domain/errors.ts';
import type { Action } from '#server/ground/action.ts';
import { queueAccountLetter } from '#server/accounts/letters/queue-account-letter.ts';
import { tryPassword } from '#server/accounts/passwords/try-password.ts';
import { newTokenKey } from '#server/accounts/sign-ins/credentials.ts';
import { hashWithKey } from '#server/accounts/passwords/password.ts';
import {
  easyPasswordErrors,
  passwordLengthErrors,
  passwordPairErrors,
} from '#server/accounts/passwords/password-form.ts';
import { endSignIns } from '#server/accounts/sign-ins/end-sign-ins.ts';
import { askerAt } from '#server/accounts/passwords/password-queue.ts';
import { ownKeyOfPassword, setPasswordKey } from '#server/ground/db/strict-keys.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { refuseIfAny } from '#server/records/values.ts';
import type { OwnCall } from '#server/records/collection.ts';
import type { Body } from '#server/ground/http/bodies.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { REFUSED } from '#server/records/refusals.ts';

const WRONG_OLD_PASSWORD = { code: 'validation_invalid_old_password', message: 'Missing or invalid old password.' };

/** A new password whose old password was correct. */
export interface PreparedPassword {
  replaces: string;
  passwordHash: string;
  /** The keys derived from the two passwords. */
  keys: { before: Uint8Array; after: Uint8Array };
}

/** Checks the credentials in an update of the caller's own account; returns null where the password is unchanged. */
export async function preparePassword(
  { context, from: { address } }: OwnCall,
  body: Body,
  account: Decoded<'users'>,
): Promise<PreparedPassword | null> {
  const errors: FieldErrors = {};
  // These two change through letters alone (record API §5.2).
  if (body['email'] !== undefined && body['email'] !== account.email) errors['email'] = FIELD_ERROR.mismatch;
  if (body['verified'] !== undefined && body['verified'] !== account.verified) {
    errors['verified'] = FIELD_ERROR.mismatch;
  }
  if (body['password'] === undefined) {
    refuseIfAny(errors, REFUSED.update);
    return null;
  }
  const oldPassword = textOf(body['oldPassword']);
  Object.assign(errors, easyPasswordErrors(body['password'], account), passwordLengthErrors(body));
  Object.assign(errors, passwordPairErrors(body));
  if (oldPassword === '') errors['oldPassword'] = WRONG_OLD_PASSWORD;
  refuseIfAny(errors, REFUSED.update);
  const right = await tryPassword(context, account.email, oldPassword, address);
  if (right?.id !== account.id) throw badRequest(REFUSED.update, { oldPassword: WRONG_OLD_PASSWORD });
  const hashing = { by: askerAt(address, true), cost: context.config.passwordCost };
  const password = textOf(body['password']);
  const { hash, key } = await hashWithKey(password, hashing);
  return { replaces: account.password_hash, passwordHash: hash, keys: { before: right.passwordKey, after: key } };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Of two concurrent changes the second is refused: its old password is no longer valid. */
export function credentialsOf(
  { replaces, passwordHash }: PreparedPassword,
  before: Decoded<'users'>,
): Pick<Decoded<'users'>, 'password_hash' | 'token_key'> {
  if (before.password_hash !== replaces) refuseIfAny({ oldPassword: WRONG_OLD_PASSWORD }, REFUSED.update);
  return { password_hash: passwordHash, token_key: newTokenKey() };
}

/** Lets the new password open what the old one did, signs out every device and notifies the owner. */
export async function storePasswordKeys(action: Action, { keys }: PreparedPassword): Promise<void> {
  const own = await ownKeyOfPassword(action.write.trx, action.owner, keys.before);
  if (own) await setPasswordKey(action.write, action.owner, { own, passwordKey: keys.after });
  await endSignIns(action, 'all');
  await queueAccountLetter(action, 'password-changed', action.owner);
}
