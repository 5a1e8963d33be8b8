import { z } from 'zod';
import { emailAddress, nameOrMailbox, newPassword } from '#domain/accounts/account.ts';
import { emailKey } from '#domain/accounts/email.ts';
import { badRequest, forbidden } from '#domain/errors.ts';
import { PROFILE_DEFAULTS } from '#domain/profiles/profile.ts';
import { printInstant } from '#domain/time/instant.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from '#domain/time/zone.ts';
import { queueAccountLetter } from '#server/accounts/letters/queue-account-letter.ts';
import { newTokenKey } from '#server/accounts/sign-ins/credentials.ts';
import { findPending } from '#server/accounts/passwords/find-pending.ts';
import { requireInvitation, takeInvitation } from '#server/accounts/registration/invitations.ts';
import { keyedHash } from '#server/ground/secrets/keyed-hash.ts';
import { hashPassword, saltOf } from '#server/accounts/passwords/password.ts';
import { easyPasswordErrors, passwordPairErrors } from '#server/accounts/passwords/password-form.ts';
import { lockAddress, MOST_PENDING, voidPending } from '#server/accounts/letter-links/confirm-address.ts';
import type { Context } from '#server/ground/context.ts';
import type { Write } from '#server/ground/db/database.ts';
import { type Decoded, decodeRow } from '#server/ground/db/row-codec.ts';
import type { NewRow, Row } from '#server/ground/db/schema.ts';
import { refuseIfAny } from '#server/records/values.ts';
import { newValues } from '#server/records/create-record.ts';
import type { RecordCall } from '#server/records/collection.ts';
import type { Body } from '#server/ground/http/bodies.ts';
import { newBookingHash } from '#server/practice/profiles/booking-link.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { REFUSED } from '#server/records/refusals.ts';
import { FIELD_ERROR, fieldErrorsOf } from '#server/ground/http/field-error.ts';

/** A validated registration with its hash: prepared at the same cost whether or not the e-mail is free. */
interface PreparedRegistration {
  email: string;
  name: string;
  emailVisibility: 0 | 1;
  timeZone: string;
  passwordHash: string;
  /** The hash of the invitation that it uses up; null where none is needed. */
  invitation: string | null;
}

/** A registration within its transaction, without an owner as yet. */
type Registering = RecordCall & { write: Write };

const fields = z.object({
  email: emailAddress,
  password: newPassword,
  time_zone: z
    .string()
    .refine((name) => name === '' || isTimeZone(name))
    .default(''),
  // An id that the caller chooses would reveal later whether the account was created, and so whether the e-mail was
  // taken.
  id: z.literal('').optional(),
});

/**
 * Validates a registration and hashes its password. A wrong confirmation is the only error reported (record API §9,
 * rows 28 and 37).
 */
export async function prepareRegistration(call: RecordCall, body: Body): Promise<PreparedRegistration> {
  const invitation = await admit(call, body);
  const values = newValues(call, body);
  refuseIfAny(passwordPairErrors(body), REFUSED.create);
  const read = fields.safeParse(body);
  if (!read.success) throw badRequest(REFUSED.create, fieldErrorsOf(read.error.issues, body));
  const { email, password, time_zone } = read.data;
  const name = String(values['name']);
  refuseIfAny(easyPasswordErrors(password, { email, name }), REFUSED.create);
  const salt = await saltFor(call.context, emailKey(email));
  const passwordHash = await hashPassword(password, { salt, cost: call.context.config.passwordCost });
  const emailVisibility = values['emailVisibility'] === true ? 1 : 0;
  return { email, name, emailVisibility, timeZone: time_zone || DEFAULT_TIME_ZONE, passwordHash, invitation };
}

/** Returns the invitation, where one is needed. Throws a 403 where registration is closed, a 400 without a valid invitation. */
async function admit({ context, now }: RecordCall, { invite }: Body): Promise<string | null> {
  const { registration } = context.config;
  if (registration === 'open') return null;
  if (registration === 'closed') throw forbidden('Registration is closed.');
  if (invite === undefined || invite === null || invite === '') {
    throw badRequest(REFUSED.create, { invite: FIELD_ERROR.required });
  }
  return requireInvitation(context.db.read, invite, now);
}

/**
 * Returns the salt that the account of an e-mail and all of its registrations share, so that a sign-in checks its
 * password against all of them with one hash.
 */
async function saltFor({ db, secrets }: Pick<Context, 'db' | 'secrets'>, key: string): Promise<Buffer> {
  const owner = await db.read
    .selectFrom('users')
    .select('password_hash')
    .where('email_key', '=', key)
    .executeTakeFirst();
  const [newest] = await findPending(db.read, key);
  const shared = owner ?? newest;
  // Derived, so that two concurrent first registrations get the same salt.
  return shared ? saltOf(shared.password_hash) : Buffer.from(keyedHash(secrets, `salt ${key}`), 'base64url');
}

/**
 * Creates an unconfirmed account, its profile and its letter, or none of them (AUTH-01). Where the e-mail is taken,
 * its owner gets a letter instead: the account waits like any other, so that signing in with its password gives the same
 * response, and no letter ever confirms it.
 */
export async function register(
  call: Registering,
  { email, name, emailVisibility, timeZone, passwordHash, invitation }: PreparedRegistration,
): Promise<Decoded<'users'>> {
  const key = emailKey(email);
  const id = newRecordId();
  const now = printInstant(call.now);
  const account: Row<'users'> = {
    id,
    email,
    email_key: `PENDING ${id}`,
    emailVisibility,
    verified: 0,
    name: nameOrMailbox(name, email),
    password_hash: passwordHash,
    token_key: newTokenKey(),
    idleSignOut: 0,
    deleted: null,
    locked: null,
    pending_key: key,
    registered_device: call.from.device,
    created: now,
    updated: now,
  };
  // Also for a taken address: a difference would reveal it.
  const used = invitation === null ? 'now' : await takeInvitation(call, invitation, { email, name, passwordHash });
  // The account that the form made the first time may be gone by now; it is not made again.
  if (used === 'before') return decodeRow('users', account);
  await lockAddress(call.write, key);
  const isTaken = await tellOwner(call, key);
  await addPending(call, account, { timeZone, isTaken });
  return decodeRow('users', account);
}

const PRESSED_AGAIN = { seconds: 120 };

/**
 * Adds a registration with its letter; those beyond the newest three are void (AUTH-14). The same password and name
 * within two minutes count as the same form sent again.
 */
async function addPending(
  call: Registering,
  account: Row<'users'>,
  { timeZone, isTaken }: { timeZone: string; isTaken: boolean },
): Promise<void> {
  const pending = await findPending(call.write.trx, account.pending_key);
  const [newest] = pending;
  const again =
    newest?.password_hash === account.password_hash &&
    newest.name === account.name &&
    newest.created > printInstant(call.now.subtract(PRESSED_AGAIN));
  if (again) return;
  await voidPending(call, pending.slice(MOST_PENDING - 1));
  await call.write.trx.insertInto('users').values(account).execute();
  await insertProfile(call, account, timeZone);
  if (!isTaken) await queueAccountLetter(call, 'verification', account.id);
}

async function insertProfile(call: Registering, account: Row<'users'>, timeZone: string): Promise<void> {
  const { created, updated } = account;
  // Bypasses the store: a journal row would make a free e-mail slower than a taken one.
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
    days_off: JSON.stringify(PROFILE_DEFAULTS.days_off),
  };
  await call.write.trx.insertInto('profiles').values(profile).execute();
}

/**
 * Sends a letter to the owner of a taken e-mail, at most once an hour; returns false where the e-mail is free. The row
 * is written even where no letter is queued, so that the response takes as long either way.
 */
async function tellOwner(call: Registering, key: string): Promise<boolean> {
  const owner = await call.write.trx
    .updateTable('users')
    .set({ email_key: key })
    .where('email_key', '=', key)
    .returning('id')
    .executeTakeFirst();
  if (!owner) return false;
  const hour = printInstant(call.now).slice(0, 13);
  await queueAccountLetter(call, 'already-registered', owner.id, { dedupeKey: `${owner.id}:${hour}` });
  return true;
}
