import { printInstant } from '#domain/time/instant.ts';
import { networkOf } from '#server/accounts/address.ts';
import { TOKEN_SECONDS } from '#server/accounts/tokens.ts';
import type { Context } from '#server/context.ts';
import type { Database, Write } from '#server/db/database.ts';
import { idList } from '#server/db/id-list.ts';
import { writeEntry } from '#server/journal/write-entry.ts';
import type { Author, Origin, OwnerId } from '#server/records/actor.ts';
import { newRecordId } from '#server/records/record-id.ts';

/** How exact `last_seen` is, so that reading costs no write. */
export const SEEN_EVERY_SECONDS = 300;

const KNOWN_HOURS = 180 * 24;

interface EndingCall {
  context: Pick<Context, 'events'>;
  write: Write;
  /** Who ends them. */
  actor: Author;
  now: Temporal.Instant;
}

/** Notes a new sign-in and that the account knows the address from now on; answers its id, the token's `jti`. */
export async function startSignIn(write: Write, user: OwnerId, from: Origin, now: Temporal.Instant): Promise<string> {
  const id = newRecordId();
  const stamp = printInstant(now);
  await forgetOld(write, user, now);
  await write.trx
    .insertInto('sign_ins')
    .values({ id, user, created: stamp, last_seen: stamp, ...from })
    .execute();
  await rememberAddress(write, user, from, now);
  const actor = { kind: 'user', owner: user, signIn: id, expiresAt: 0, from } as const;
  await writeEntry({ write, owner: user, actor, now }, { action: 'create', subject: 'sign_ins', record: id });
  return id;
}

/** The account knows an address of its owner's from now on: guesses from elsewhere do not slow down who comes from it. */
export async function rememberAddress(
  { trx }: Write,
  user: OwnerId,
  from: Origin,
  now: Temporal.Instant,
): Promise<void> {
  const stamp = printInstant(now);
  await trx
    .insertInto('known_addresses')
    .values({ user, address: networkOf(from.address), last_seen: stamp })
    .onConflict((conflict) => conflict.columns(['user', 'address']).doUpdateSet({ last_seen: stamp }))
    .execute();
}

/** Sign-ins last seen before this have no token that is still good. */
export function oldestAlive(now: Temporal.Instant): string {
  return printInstant(now.subtract({ seconds: TOKEN_SECONDS.auth + SEEN_EVERY_SECONDS }));
}

/** Sign-ins whose last token ran out, and addresses that nobody used for half a year. */
async function forgetOld({ trx }: Write, user: string, now: Temporal.Instant): Promise<void> {
  const unused = now.subtract({ hours: KNOWN_HOURS });
  await trx.deleteFrom('sign_ins').where('user', '=', user).where('last_seen', '<', oldestAlive(now)).execute();
  await trx
    .deleteFrom('known_addresses')
    .where('user', '=', user)
    .where('last_seen', '<', printInstant(unused))
    .execute();
}

/** The same for accounts that nobody signs in to any more. */
export async function forgetUnusedSignIns({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const oldest = oldestAlive(now());
  await db.write(({ trx }) => trx.deleteFrom('sign_ins').where('last_seen', '<', oldest).execute());
}

/** Notes that a sign-in is in use, and from where; an address that the account knows stays known. */
export async function touchSignIn(write: Write, id: string, from: Origin, now: Temporal.Instant): Promise<void> {
  const stamp = printInstant(now);
  const seen = await write.trx
    .updateTable('sign_ins')
    .set({ ...from, last_seen: stamp })
    .where('id', '=', id)
    .returning('user')
    .executeTakeFirst();
  if (!seen) return;
  await write.trx
    .updateTable('known_addresses')
    .set({ last_seen: stamp })
    .where('user', '=', seen.user)
    .where('address', '=', networkOf(from.address))
    .execute();
}

/** Which of these sign-ins are still there. */
export async function livingSignIns(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.read.selectFrom('sign_ins').select('id').where('id', 'in', idList(db.engine, ids)).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Ends one sign-in of an account; answers whether there was such a one. */
export async function endSignIn(call: EndingCall, user: OwnerId, id: string): Promise<boolean> {
  const { context, write } = call;
  const ended = await write.trx
    .deleteFrom('sign_ins')
    .where('user', '=', user)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!ended) return false;
  const own = call.actor.kind === 'user' && call.actor.signIn === id;
  await writeEntry({ ...call, owner: user }, { action: own ? 'delete' : 'end', subject: 'sign_ins', record: id });
  context.events.tellAccessEnded(write, { user, signIn: id });
  return true;
}

/** Ends all sign-ins of an account but one. */
export async function endOtherSignIns(call: EndingCall, user: OwnerId, except: string): Promise<void> {
  const { context, write } = call;
  const ended = await write.trx
    .deleteFrom('sign_ins')
    .where('user', '=', user)
    .where('id', '!=', except)
    .returning('id')
    .execute();
  await enterEnded(call, user, ended.length);
  for (const { id } of ended) context.events.tellAccessEnded(write, { user, signIn: id });
}

/** Ends every sign-in of an account. */
export async function endAllSignIns(call: EndingCall, user: OwnerId): Promise<void> {
  const { context, write } = call;
  const ended = await write.trx.deleteFrom('sign_ins').where('user', '=', user).returning('id').execute();
  await enterEnded(call, user, ended.length);
  context.events.tellAccessEnded(write, { user });
}

async function enterEnded(call: EndingCall, owner: OwnerId, count: number): Promise<void> {
  if (count > 0) await writeEntry({ ...call, owner }, { action: 'end', subject: 'sign_ins', count });
}
