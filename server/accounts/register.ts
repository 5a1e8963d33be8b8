import { z } from 'zod';
import { emailAddress, emailKey, nameOrMailbox, newPassword } from '#domain/accounts/account.ts';
import { badRequest } from '#domain/errors.ts';
import { PROFILE_DEFAULTS } from '#domain/profiles/profile.ts';
import { printInstant } from '#domain/time/instant.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from '#domain/time/zone.ts';
import { queueAccountLetter } from '#server/accounts/account-letter.ts';
import { newTokenKey } from '#server/accounts/credentials.ts';
import { hashPassword } from '#server/accounts/password.ts';
import { easyPasswordErrors, passwordPairErrors } from '#server/accounts/password-form.ts';
import type { NewRow, Row } from '#server/db/schema.ts';
import { refuseIfAny } from '#server/records/check-values.ts';
import type { WriteCall } from '#server/records/collection.ts';
import { newBookingHash } from '#server/profiles/booking-link.ts';
import { newRecordId } from '#server/records/record-id.ts';
import { REFUSED } from '#server/records/refusals.ts';
import { fieldErrorsOf } from '#server/records/schema-errors.ts';

/** A registration that may begin: what takes its time is done, whether or not the address is free. */
export class PreparedRegistration {
  readonly email: string;
  readonly timeZone: string;
  readonly passwordHash: string;

  constructor(email: string, timeZone: string, passwordHash: string) {
    this.email = email;
    this.timeZone = timeZone;
    this.passwordHash = passwordHash;
  }
}

const fields = z.object({
  email: emailAddress,
  password: newPassword,
  time_zone: z
    .string()
    .refine((name) => name === '' || isTimeZone(name))
    .default(''),
  // An id of the caller's choice would tell later whether the account was made, and so whether the address was taken.
  id: z.literal('').optional(),
});

/** Reads and hashes. A password that does not come twice is blamed alone (record API §9, rows 28 and 37). */
export async function prepareRegistration(body: Readonly<Record<string, unknown>>): Promise<PreparedRegistration> {
  refuseIfAny(passwordPairErrors(body), REFUSED.create);
  const read = fields.safeParse(body);
  if (!read.success) throw badRequest(REFUSED.create, fieldErrorsOf(read.error.issues, body));
  const { email, password, time_zone } = read.data;
  const name = typeof body['name'] === 'string' ? body['name'] : '';
  refuseIfAny(easyPasswordErrors(password, { email, name }), REFUSED.create);
  return new PreparedRegistration(email, time_zone || DEFAULT_TIME_ZONE, await hashPassword(password));
}

interface NewAccount {
  name: string;
  emailVisibility: 0 | 1;
}

/**
 * Makes the account, its profile and its verification letter, or none of them (AUTH-01). Where the address is taken
 * nothing is made, its owner gets a letter that says so, and the answer looks the same.
 */
export async function register(
  call: WriteCall,
  prepared: PreparedRegistration,
  { name, emailVisibility }: NewAccount,
): Promise<Row<'users'>> {
  const { email } = prepared;
  const now = printInstant(call.now);
  const account: Row<'users'> = {
    id: newRecordId(),
    email,
    email_key: emailKey(email),
    emailVisibility,
    verified: 0,
    name: nameOrMailbox(name, email),
    password_hash: prepared.passwordHash,
    token_key: newTokenKey(),
    idleSignOut: 0,
    deleted: '',
    created: now,
    updated: now,
  };
  const made = await call.write.trx
    .insertInto('users')
    .values(account)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) {
    await insertProfile(call, account, prepared.timeZone);
    await queueAccountLetter(call, 'verification', account.id);
  } else {
    await tellOwner(call, account.email_key);
  }
  return account;
}

async function insertProfile(call: WriteCall, account: Row<'users'>, timeZone: string): Promise<void> {
  const { created, updated } = account;
  // Past the store: a row of the journal would make a free address cost more time than one that is taken.
  const profile: NewRow<'profiles'> = {
    ...PROFILE_DEFAULTS,
    id: newRecordId(),
    user: account.id,
    created,
    updated,
    name: account.name,
    booking_hash: newBookingHash(),
    time_zone: timeZone,
    license_key: '',
    license_status: '',
    license_verified_at: '',
    license_expires_at: '',
    days_off: JSON.stringify(PROFILE_DEFAULTS.days_off),
  };
  await call.write.trx.insertInto('profiles').values(profile).execute();
}

/** Once an hour at most. The row is written even where no letter is queued: the answer takes as long either way. */
async function tellOwner(call: WriteCall, key: string): Promise<void> {
  const owner = await call.write.trx
    .updateTable('users')
    .set({ email_key: key })
    .where('email_key', '=', key)
    .returning('id')
    .executeTakeFirst();
  if (!owner) return;
  const hour = printInstant(call.now).slice(0, 13);
  await queueAccountLetter(call, 'already-registered', owner.id, `${owner.id}:${hour}`);
}
