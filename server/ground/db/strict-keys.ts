import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { badRequest } from '#domain/errors.ts';
import type { Reader, Write } from '#server/ground/db/database.ts';
import { preparedQuery } from '#server/ground/db/query.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { deriveKey, openFor, publicKeyOf, sealFor } from '#server/ground/sealing/box.ts';
import { KEY_BYTES } from '#server/ground/sealing/cipher.ts';
import { unwrapKey, wrapKey } from '#server/ground/sealing/keys.ts';

/** The keys of a request or a stream that open its practitioner's texts where the server cannot. */
export interface KeyScope {
  owner: string;
  signIn: string;
  /** Returns the random part of the token; null once the scope has ended. */
  part: () => string | null;
  /** Whether the strict mode was on when this began, or was seen to be on since. */
  strict: boolean;
  /** The practitioner's own key once it is opened, 'locked' once opening it failed, null before. */
  own: Uint8Array | 'locked' | null;
  /** Opened data keys by name; never shared with other requests. */
  readonly opened: Map<string, Uint8Array>;
}

/** Forgets what was opened: work that a request started may outlive it, and a pooled connection keeps its context. */
export function endScope(scope: KeyScope): void {
  scope.own = 'locked';
  scope.part = () => null;
  scope.opened.clear();
}

/**
 * Ambient, because rows are opened deep inside the queries of every feature: as a parameter it would pass through each
 * of them, and a forgotten one would show a practitioner empty texts.
 */
const current = new AsyncLocalStorage<KeyScope | null>();

/** Runs code, and everything that it starts, with the keys of one sign-in; null: without keys. */
export function withKeys<Result>(scope: KeyScope | null, run: () => Result): Result {
  return current.run(scope, run);
}

/** Returns the keys of the current code if they are this practitioner's, null otherwise. */
export function keysInScope(user: string): KeyScope | null {
  const scope = current.getStore();
  return scope?.owner === user ? scope : null;
}

/** Returns the only sign-in for which a result may be cached; '' where the server opens the texts for all of them. */
export function openedFor(scope: KeyScope | null): string {
  return scope?.strict ? scope.signIn : '';
}

/** Returns a new scope, with nothing opened yet. */
export function newScope({
  owner,
  signIn,
  part,
  strict,
}: Pick<KeyScope, 'owner' | 'signIn' | 'part' | 'strict'>): KeyScope {
  return { owner, signIn, part, strict, own: null, opened: new Map() };
}

/** Returns the row of a practitioner in strict mode; null for others. */
export async function readStrict(reader: Reader, user: string): Promise<Row<'strict_keys'> | null> {
  const row = await reader.selectFrom('strict_keys').selectAll().where('user', '=', user).executeTakeFirst();
  return row && row.turned_on !== null ? row : null;
}

export function newOwnKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Returns a practitioner's own key wrapped under a key derived from the password, or under a recovery code. */
export function wrapOwnKey(under: Uint8Array | string, user: string, own: Uint8Array): string {
  return wrapKey(keyOf(under), nameOf(user), own);
}

/** Returns the own key; null for a wrong password or code. */
export function unwrapOwnKey(under: Uint8Array | string, user: string, wrapped: string): Buffer | null {
  return wrapped === '' ? null : unwrapKey(keyOf(under), nameOf(user), wrapped);
}

/** Returns the own key that a correct password opens; null outside the strict mode and while the texts are locked. */
export async function ownKeyOfPassword(reader: Reader, user: string, passwordKey: Uint8Array): Promise<Buffer | null> {
  const stored = await readStrict(reader, user);
  return stored ? unwrapOwnKey(passwordKey, user, stored.by_password) : null;
}

/** Wraps the own key for a new password; null: no password opens it any more. */
export async function setPasswordKey(
  { trx }: Write,
  user: string,
  opens: { own: Uint8Array; passwordKey: Uint8Array } | null,
): Promise<void> {
  await trx
    .updateTable('strict_keys')
    .set({ by_password: opens ? wrapOwnKey(opens.passwordKey, user, opens.own) : '' })
    .where('user', '=', user)
    .execute();
}

/**
 * Returns the stored form of a recovery code that was not typed back yet; the code is too long to be guessed from it.
 */
export function hashOfCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Returns the columns of a new sign-in: the public key for its token, and the own key sealed with it. */
export function signInKeys(
  place: { id: string; user: string },
  part: string,
  own: Uint8Array | null,
): Pick<Row<'sign_ins'>, 'public_key' | 'wrapped'> {
  const publicKey = publicKeyOf(keyOfPart(part));
  return { public_key: publicKey.toString('base64'), wrapped: own ? sealOwn(publicKey, place, own) : '' };
}

/** Seals the own key for every sign-in of the practitioner. */
export async function shareWithSignIns({ trx }: Write, user: string, own: Uint8Array): Promise<void> {
  const rows = await trx.selectFrom('sign_ins').select(['id', 'public_key']).where('user', '=', user).execute();
  for (const { id, public_key: key } of rows) {
    await trx
      .updateTable('sign_ins')
      .set({ wrapped: sealOwn(Buffer.from(key, 'base64'), { id, user }, own) })
      .where('id', '=', id)
      .execute();
  }
}

const findWrapped = preparedQuery((db, value) =>
  db.selectFrom('sign_ins').select('wrapped').where('id', '=', value(0)).where('user', '=', value(1)),
);

/** Returns the practitioner's own key, opened with the scope's token; null where the token does not open it. */
export async function ownKeyInScope(reader: Reader, scope: KeyScope): Promise<Uint8Array | null> {
  if (scope.own === 'locked') return null;
  if (scope.own) return scope.own;
  const part = scope.part();
  const [row] = part === null ? [] : await findWrapped(reader, scope.signIn, scope.owner);
  const sealed = Buffer.from(row?.wrapped ?? '', 'base64');
  const own =
    part === null ? null : openFor(keyOfPart(part), nameOfSignIn({ id: scope.signIn, user: scope.owner }), sealed);
  scope.own = own ?? 'locked';
  return own;
}

/** Returns whether the caller's own texts are locked: neither the server nor the caller's token can open them. */
export async function isLocked(reader: Reader, user: string): Promise<boolean> {
  const scope = keysInScope(user);
  if (scope?.strict !== true || (await ownKeyInScope(reader, scope)) !== null) return false;
  // The strict mode may have been turned off since the request began.
  return (await readStrict(reader, user)) !== null;
}

/** Throws a 400 while the caller's own texts are locked, for actions that would go wrong without them. */
export async function refuseLocked(reader: Reader, user: string): Promise<void> {
  if (await isLocked(reader, user)) throw textsLocked();
}

/** Returns the error of actions that need the texts while they are locked. */
export function textsLocked(): Error {
  const message = 'The texts are locked since the password was set by letter: give the recovery code first.';
  return badRequest(message, { texts: { code: 'validation_locked', message } });
}

function keyOf(under: Uint8Array | string): Uint8Array {
  return typeof under === 'string' ? deriveKey(under, 'own key') : under;
}

function keyOfPart(part: string): Buffer {
  return deriveKey(part, 'sign-in');
}

function sealOwn(publicKey: Uint8Array, place: { id: string; user: string }, own: Uint8Array): string {
  return sealFor(publicKey, nameOfSignIn(place), own).toString('base64');
}

function nameOf(user: string): string {
  return `${user}/own`;
}

function nameOfSignIn({ id, user }: { id: string; user: string }): string {
  return JSON.stringify(['sign-in', user, id]);
}
