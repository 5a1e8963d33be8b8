import { isWithoutMailbox } from '#domain/letters/next-attempt.ts';
import { HELD_DAYS, shouldHold } from '#domain/letters/held.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import type { Reader, Write } from '#server/ground/db/database.ts';
import { type OwnerId, PROGRAM } from '#server/ground/identity/actor.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';

/** Returns whether the letters of an account to clients wait for the operator. */
export async function areHeld(db: Reader, owner: string): Promise<boolean> {
  const hold = await db.selectFrom('letter_holds').select('held').where('user', '=', owner).executeTakeFirst();
  return (hold?.held ?? null) !== null;
}

/** Holds an account's letters to clients if too many of them are unwelcome; called after each refusal and opt-out. */
export async function holdIfUnwelcome(context: Context, write: Write, owner: OwnerId): Promise<void> {
  const now = context.now();
  const hold = await write.trx
    .selectFrom('letter_holds')
    .select(['held', 'cleared'])
    .where('user', '=', owner)
    .executeTakeFirst();
  if ((hold?.held ?? null) !== null) return;
  const week = printInstant(now.subtract({ hours: 24 * HELD_DAYS }));
  const since = hold?.cleared && hold.cleared > week ? hold.cleared : week;
  const letters = await write.trx
    .selectFrom('letters')
    .select(['state', 'reason'])
    .where('user', '=', owner)
    .where('created', '>', since)
    .where('state', 'in', ['sent', 'failed'])
    .execute();
  const stops = await write.trx
    .selectFrom('letter_stops')
    .select('hash')
    .where('user', '=', owner)
    .where('created', '>', since)
    .execute();
  const refused = letters.filter(({ state, reason }) => state === 'failed' && isWithoutMailbox(reason)).length;
  if (!shouldHold({ letters: letters.length, unwelcome: refused + stops.length })) return;
  await store(write, owner, { held: printInstant(now), cleared: null });
  const entry = { action: 'letters_held', subject: 'users', record: owner } as const;
  await writeEntry({ write, owner, actor: PROGRAM, now }, entry);
  await queueHeldNotice(write, owner, now);
  context.events.wakeAfter(write, 'letters');
}

/** Queues the notice to a practitioner that their letters to clients are held, at most one a day. */
async function queueHeldNotice(write: Write, owner: OwnerId, now: Temporal.Instant): Promise<void> {
  const day = printInstant(now).slice(0, 10);
  const dedupeKey = `letters-held:${owner}:${day}`;
  await queueLetter(write, { kind: 'letters-held', ids: { user: owner }, account: owner, dedupeKey, now });
}

/** Releases held letters, and restarts the count of unwelcome ones. Returns false where none were held. */
export async function allowLetters({ context, write, owner, actor, now }: Action): Promise<boolean> {
  if (!(await areHeld(write.trx, owner))) return false;
  await store(write, owner, { held: null, cleared: printInstant(now) });
  await writeEntry({ write, owner, actor, now }, { action: 'letters_allowed', subject: 'users', record: owner });
  context.events.wakeAfter(write, 'letters');
  return true;
}

async function store(
  { trx }: Write,
  user: OwnerId,
  values: { held: string | null; cleared: string | null },
): Promise<void> {
  await trx
    .insertInto('letter_holds')
    .values({ user, ...values })
    .onConflict((known) => known.column('user').doUpdateSet(values))
    .execute();
}
