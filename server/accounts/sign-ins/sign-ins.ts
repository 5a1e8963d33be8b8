import { sql } from 'kysely';
import { IDLE_MINUTES, SIGN_IN_DAYS } from '#domain/accounts/sign-in.ts';
import { printEpochMilliseconds, printInstant } from '#domain/time/instant.ts';
import { accountLocked } from '#server/accounts/sign-ins/account-locked.ts';
import { isNewPlace, rememberAddress, touchAddress } from '#server/accounts/sign-ins/known-addresses.ts';
import { newTokenPart, TOKEN_SECONDS } from '#server/accounts/tokens/tokens.ts';
import type { Context } from '#server/ground/context.ts';
import type { Write } from '#server/ground/db/database.ts';
import { idList } from '#server/ground/db/query.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { signInKeys } from '#server/ground/db/strict-keys.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import type { Origin, OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';

/** The precision of `last_seen`, so that a read costs no write. */
const SEEN_EVERY_SECONDS = 300;
/** The precision where a sign-in ends soon after its last use. */
const SEEN_EVERY_SECONDS_IDLE = 60;

type Seen = Pick<Row<'sign_ins'>, 'created' | 'last_seen'> & Pick<Row<'users'>, 'idleSignOut'>;

interface StartingCall {
  context: Pick<Context, 'secrets'>;
  write: Write;
  now: Temporal.Instant;
}

/** What the token of a sign-in holds. */
export interface StartedSignIn {
  /** `jti`. */
  id: string;
  /** `key`, which opens the practitioner's own key; null where a token is refreshed that has none. */
  part: string | null;
}

/**
 * Stores a new sign-in and its address; returns what its token holds. With `own`, the practitioner's own key that the
 * password opened, the token opens that key too. The first sign-in from a new network or on a new device queues a
 * letter to the owner, unless another letter `tells` of it. Throws the 403 of a locked account.
 */
export async function startSignIn(
  call: StartingCall,
  user: OwnerId,
  from: Origin,
  { tells = 'tells', own = null }: { tells?: 'told-elsewhere' | 'tells'; own?: Uint8Array | null } = {},
): Promise<StartedSignIn> {
  const { write, now } = call;
  const id = newRecordId();
  const part = newTokenPart();
  const { public_key: publicKey, wrapped } = signInKeys({ id, user }, part, own);
  const stamp = printInstant(now);
  await forgetOld(write, user, now);
  const started = await write.trx
    .insertInto('sign_ins')
    .columns(['id', 'user', 'created', 'last_seen', 'address', 'device', 'public_key', 'wrapped'])
    .expression((query) =>
      query
        .selectFrom('users')
        .select([id, user, stamp, stamp, from.address, from.device, publicKey, wrapped].map((value) => text(value)))
        .where('users.id', '=', user)
        // The account may have been locked since its password was checked.
        .where('users.locked', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  if (!started) throw accountLocked();
  const news = tells === 'tells' ? await signInNotice(call, user, from) : null;
  await rememberAddress(call, user, from.address);
  const actor = { kind: 'user', owner: user, signIn: id, expiresAt: 0, from } as const;
  await writeEntry({ write, owner: user, actor, now }, { action: 'create', subject: 'sign_ins', record: id });
  if (news) {
    await queueLetter(write, {
      kind: news,
      ids: { user, signIn: id },
      account: user,
      dedupeKey: `${news}:${id}`,
      now,
    });
  }
  return { id, part };
}

/** Returns the letter that a sign-in causes. */
async function signInNotice(
  call: StartingCall,
  user: OwnerId,
  from: Origin,
): Promise<'new-place' | 'new-device' | null> {
  if (await isNewPlace(call, user, from.address)) return 'new-place';
  return (await isNewDevice(call, user, from.device)) ? 'new-device' : null;
}

/** Returns true where the account was signed in to before, and never on such a device. */
async function isNewDevice({ write }: StartingCall, user: OwnerId, device: string): Promise<boolean> {
  const begun = write.trx
    .selectFrom('journal')
    .select('seq')
    .where('user', '=', user)
    // Literals: the planner does not use a partial index for parameters.
    .where('subject', '=', sql.lit('sign_ins'))
    .where('action', '=', sql.lit('create'))
    .limit(1);
  if (await begun.where('device', '=', device).executeTakeFirst()) return false;
  return (await begun.executeTakeFirst()) !== undefined;
}

/** A value in a list of columns, where PostgreSQL needs its type. */
function text(value: string) {
  return sql<string>`cast(${value} as text)`.as('value');
}

/** Returns true where a sign-in has ended by itself: expired, or idle for too long if the owner chose that. */
export function isOver({ created, last_seen, idleSignOut }: Seen, now: Temporal.Instant): boolean {
  return created <= oldestBegun(now) || (idleSignOut === 1 && last_seen <= oldestIdle(now));
}

/** Returns true where `last_seen` is recent enough to skip the write. */
export function wasSeenLately({ last_seen, idleSignOut }: Seen, now: Temporal.Instant): boolean {
  const seconds = idleSignOut === 1 ? SEEN_EVERY_SECONDS_IDLE : SEEN_EVERY_SECONDS;
  return last_seen > before(now, seconds);
}

function oldestBegun(now: Temporal.Instant): string {
  return before(now, SIGN_IN_DAYS * 24 * 3600);
}

/** `last_seen` is up to a minute late, and no sign-in ends early for that. */
function oldestIdle(now: Temporal.Instant): string {
  return before(now, IDLE_MINUTES * 60 + SEEN_EVERY_SECONDS_IDLE);
}

/** Sign-ins last seen before this instant have no valid token left. */
export function oldestAlive(now: Temporal.Instant): string {
  return before(now, TOKEN_SECONDS.auth + SEEN_EVERY_SECONDS);
}

/** Called by every request: arithmetic with numbers takes a third of the time of Temporal. */
function before(now: Temporal.Instant, seconds: number): string {
  return printEpochMilliseconds(now.epochMilliseconds - seconds * 1000);
}

/** Deletes sign-ins whose last token has expired. */
async function forgetOld({ trx }: Write, user: string, now: Temporal.Instant): Promise<void> {
  await trx.deleteFrom('sign_ins').where('user', '=', user).where('last_seen', '<', oldestAlive(now)).execute();
}

/** Deletes expired and idle sign-ins of all accounts. */
export async function forgetUnusedSignIns({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const at = now();
  await db.write(async ({ trx }) => {
    const idle = trx.selectFrom('users').select('id').where('idleSignOut', '=', 1);
    await trx.deleteFrom('sign_ins').where('last_seen', '<', oldestAlive(at)).execute();
    await trx.deleteFrom('sign_ins').where('created', '<=', oldestBegun(at)).execute();
    await trx.deleteFrom('sign_ins').where('last_seen', '<=', oldestIdle(at)).where('user', 'in', idle).execute();
  });
}

/** Stores the use of a sign-in and its address; a known address stays known. */
export async function touchSignIn(call: StartingCall, id: string, from: Origin): Promise<void> {
  const seen = await call.write.trx
    .updateTable('sign_ins')
    .set({ ...from, last_seen: printInstant(call.now) })
    .where('id', '=', id)
    .returning('user')
    .executeTakeFirst();
  if (seen) await touchAddress(call, seen.user, from.address);
}

/** Returns which of these sign-ins exist and have not ended by themselves. */
export async function livingSignIns(
  { db, now }: Pick<Context, 'db' | 'now'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.read
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user')
    .select(['sign_ins.id', 'sign_ins.created', 'last_seen', 'idleSignOut'])
    .where('sign_ins.id', 'in', idList(db.engine, ids))
    .where('users.locked', 'is', null)
    .execute();
  return new Set(rows.filter((row) => !isOver(row, now())).map(({ id }) => id));
}
