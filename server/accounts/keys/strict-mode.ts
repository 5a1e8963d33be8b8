import { randomBytes, timingSafeEqual } from 'node:crypto';
import { badRequest } from '#domain/errors.ts';
import { TEXTS_CODE_BYTES, type TextsCode, readTextsCode, textsCode } from '#domain/keys/keys.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { addKey, newestNumber, rewrapKeys } from '#server/ground/db/data-keys.ts';
import type { Reader } from '#server/ground/db/database.ts';
import {
  keysInScope,
  hashOfCode,
  isLocked,
  newOwnKey,
  refuseLocked,
  setPasswordKey,
  shareWithSignIns,
  textsLocked,
  unwrapOwnKey,
  wrapOwnKey,
} from '#server/ground/db/strict-keys.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { journalAndPublish } from '#server/records/store.ts';

type Strict = Row<'strict_keys'>;

/**
 * Returns a new recovery code, shown once. It has no effect until it is typed back, and replaces an earlier one that
 * was not. Throws a 400 while the texts are locked.
 */
export async function newTextsCode(action: Action): Promise<TextsCode> {
  const { trx } = action.write;
  await refuseLocked(trx, action.owner);
  const code = textsCode(randomBytes(TEXTS_CODE_BYTES));
  await store(action, { new_code: hashOfCode(signsOf(code)) });
  return { code };
}

/**
 * Accepts a recovery code that was typed back: turns the strict mode on or, where it is on, replaces the previous code;
 * the code that is valid already changes nothing. Throws a 400 for any other code, and while the texts are locked.
 */
export async function turnOnStrict(action: Action, passwordKey: Uint8Array, typed: string): Promise<void> {
  const { write, owner } = action;
  const code = signsOf(typed);
  const stored = await read(write.trx, owner);
  if (!stored) throw wrongCode();
  const isOn = stored.turned_on !== null;
  if (isOn && unwrapOwnKey(code, owner, stored.by_code)) return;
  if (!isSame(stored.new_code, hashOfCode(code))) throw wrongCode();
  if (!isOn) return takeWayIn(action, passwordKey, code);
  const own = unwrapOwnKey(passwordKey, owner, stored.by_password);
  if (!own) throw textsLocked();
  await store(action, { by_code: wrapOwnKey(code, owner, own), new_code: '' });
  await enter(action, 'recovery_code_made');
}

/**
 * Wraps the data keys under a key of the practitioner's own, and adds a data key that no earlier backup holds. Ends
 * sign-ins that wait for a code.
 */
async function takeWayIn(action: Action, passwordKey: Uint8Array, code: string): Promise<void> {
  const { write, owner, now, context } = action;
  const own = newOwnKey();
  await rewrapKeys(write, owner, own, 'own key');
  await addKey(write, owner, (await newestNumber(write, owner)) + 1, own);
  await store(action, {
    turned_on: printInstant(now),
    by_password: wrapOwnKey(passwordKey, owner, own),
    by_code: wrapOwnKey(code, owner, own),
    new_code: '',
    swept: null,
  });
  await shareWithSignIns(write, owner, own);
  await write.trx.deleteFrom('waiting_sign_ins').where('user', '=', owner).execute();
  await enter(action, 'strict_on');
  adopt(owner, own);
  context.events.wakeAfter(write, 'sealing');
}

/** Turns the strict mode off, if it is on: the server can open the texts again. Throws a 400 while they are locked. */
export async function turnOffStrict(action: Action, passwordKey: Uint8Array): Promise<void> {
  const { write, owner } = action;
  const stored = await read(write.trx, owner);
  if (!stored || stored.turned_on === null) return;
  const own = unwrapOwnKey(passwordKey, owner, stored.by_password);
  if (!own) throw textsLocked();
  await rewrapKeys(write, owner, own, 'server key');
  await store(action, { turned_on: null, by_password: '', by_code: '', new_code: '', swept: null });
  await write.trx.updateTable('sign_ins').set({ wrapped: '' }).where('user', '=', owner).execute();
  await write.trx.updateTable('waiting_sign_ins').set({ wrapped: '' }).where('user', '=', owner).execute();
  await enter(action, 'strict_off');
}

/**
 * Opens the texts with the recovery code, on every device and from now on by the password. Ends sign-ins that wait for
 * a code.
 */
export async function unlockTexts(action: Action, passwordKey: Uint8Array, typed: string): Promise<void> {
  const { write, owner } = action;
  const stored = await read(write.trx, owner);
  const own = unwrapOwnKey(signsOf(typed), owner, stored?.by_code ?? '');
  if (!stored || !own) throw wrongCode();
  const isOpen = unwrapOwnKey(passwordKey, owner, stored.by_password) !== null && !(await isLocked(write.trx, owner));
  await setPasswordKey(write, owner, { own, passwordKey });
  await shareWithSignIns(write, owner, own);
  // A sign-in that waits for a code began without the key.
  await write.trx.deleteFrom('waiting_sign_ins').where('user', '=', owner).execute();
  if (!isOpen) await enter(action, 'unlocked');
  adopt(owner, own);
}

function wrongCode(): Error {
  return badRequest('Failed to use the recovery code.', {
    code: { code: 'validation_invalid_code', message: 'Invalid code.' },
  });
}

function signsOf(typed: string): string {
  const signs = readTextsCode(typed);
  if (signs === null) throw wrongCode();
  return signs;
}

function isSame(stored: string, hash: string): boolean {
  return stored !== '' && timingSafeEqual(Buffer.from(stored), Buffer.from(hash));
}

/** Gives the opened key to the rest of the request. */
function adopt(owner: string, own: Uint8Array): void {
  const scope = keysInScope(owner);
  if (scope) Object.assign(scope, { strict: true, own });
}

function read(reader: Reader, user: string): Promise<Strict | undefined> {
  return reader.selectFrom('strict_keys').selectAll().where('user', '=', user).executeTakeFirst();
}

async function store({ write, owner }: Action, changes: Partial<Omit<Strict, 'user'>>): Promise<void> {
  const none = { turned_on: null, by_password: '', by_code: '', new_code: '', swept: null };
  await write.trx
    .insertInto('strict_keys')
    .values({ user: owner, ...none, ...changes })
    .onConflict((known) => known.column('user').doUpdateSet(changes))
    .execute();
  write.erasesTexts();
}

async function enter(
  action: Action,
  entry: 'strict_on' | 'strict_off' | 'recovery_code_made' | 'unlocked',
): Promise<void> {
  const { write, owner } = action;
  await writeEntry(action, { action: entry, subject: 'users', record: owner });
  // Makes other tabs and devices refetch the texts that open now.
  const account = await write.trx.selectFrom('users').selectAll().where('id', '=', owner).executeTakeFirstOrThrow();
  await journalAndPublish(action, 'users', 'update', [account]);
}
