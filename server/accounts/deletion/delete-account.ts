import { badRequest, type FieldError } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { tryPassword, WRONG_PASSWORD } from '#server/accounts/passwords/try-password.ts';
import { newTokenKey } from '#server/accounts/sign-ins/credentials.ts';
import { endSignIns } from '#server/accounts/sign-ins/end-sign-ins.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import type { OwnCall } from '#server/records/collection.ts';
import type { Body } from '#server/ground/http/bodies.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { REFUSED } from '#server/records/refusals.ts';
import { getOwned } from '#server/records/store.ts';

/**
 * Checks the password for deleting the caller's own account (AUTH-12); returns the hash that it matches. Throws a 404
 * for any other account, a 400 for `password`, and a TooManyRequests past the limits of signing in.
 */
export async function checkDeletion({ context, actor, from }: OwnCall, body: Body, id: string): Promise<string> {
  const account = await getOwned(context.db.read, 'users', actor.owner, id);
  const { password } = body;
  if (typeof password !== 'string' || password === '') throw refused(FIELD_ERROR.required);
  const right = await tryPassword(context, account.email, password, from.address);
  if (right?.id !== account.id) throw refused(WRONG_PASSWORD);
  return account.password_hash;
}

function refused(password: FieldError): Error {
  return badRequest(REFUSED.delete, { password });
}

/** Deletes an account whose password was checked, and queues the letter about it. */
export async function deleteOwnAccount(action: Action, account: Decoded<'users'>, passwordHash: string): Promise<void> {
  if (account.password_hash !== passwordHash) throw refused(WRONG_PASSWORD);
  await deleteAccount(action, account);
  await queueFarewell(action, 'account-deleted', account);
}

/** Queues the letter to a deleted account's address, which its row no longer holds. */
export async function queueFarewell(
  { context, write, now }: Action,
  kind: 'account-deleted' | 'account-deleted-by-operator',
  { id, email: address }: Pick<Row<'users'>, 'id' | 'email'>,
): Promise<void> {
  const dedupeKey = `${kind}:${newRecordId()}`;
  await queueLetter(write, { kind, ids: { user: id }, account: null, address, dedupeKey, now });
  context.events.wakeAfter(write, 'letters');
}

/** Deletes an account and records when, so that an older backup does not bring it back. */
export async function deleteAccount(
  action: Action,
  { id }: Pick<Row<'users'>, 'id'>,
  deleted = printInstant(action.now),
): Promise<void> {
  const { write } = action;
  await write.trx
    .insertInto('erased_accounts')
    .values({ id, deleted })
    .onConflict((known) => known.doNothing())
    .execute();
  await markDeleted(action, { id });
}

/**
 * Disables an account and frees its e-mail. Its row stays, empty, because its records refer to it until the last of
 * them is erased (`eraser.ts`).
 */
export async function markDeleted(action: Action, { id }: Pick<Row<'users'>, 'id'>): Promise<void> {
  const { context, write, owner, now } = action;
  await endSignIns(action, 'all');
  await write.trx
    .updateTable('users')
    .set({
      deleted: printInstant(now),
      email: '',
      // Real keys have no capital letters, so no e-mail matches this one.
      email_key: `DELETED ${id}`,
      name: '',
      password_hash: '',
      token_key: newTokenKey(),
      pending_key: '',
      registered_device: '',
    })
    .where('id', '=', id)
    .execute();
  await write.trx.deleteFrom('second_factors').where('user', '=', id).execute();
  // Removes the public page.
  await write.trx.deleteFrom('profiles').where('user', '=', id).execute();
  await context.events.publishRecords(write, {
    collection: 'users',
    action: 'delete',
    owner,
    rows: [{ id }],
  });
  context.events.wakeAfter(write, 'erasures');
}
