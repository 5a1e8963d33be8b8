import { sql } from 'kysely';
import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import { mayHaveArrived } from '#domain/letters/next-attempt.ts';
import { LETTER_SETTLES_SECONDS, STRANGER_LETTERS_A_DAY } from '#domain/letters/letter.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { strangerHash } from '#server/practice/letters/address-keys.ts';
import type { AskedRequest } from '#server/practice/letters/asked.ts';
import { dropLetters, planLetters } from '#server/practice/letters/letter-rows.ts';
import { readAddress } from '#server/practice/letters/recipients.ts';
import { findOwned } from '#server/records/store.ts';

/** The reason of a letter about a request that a later decision replaced. */
const REPLACED = 'replaced';

type Request = Pick<Decoded<'booking'>, 'id' | 'date' | 'client' | 'email'>;

/**
 * Plans the letter to a visitor about a received or rejected request, in place of one that still waits. A rejection can
 * be undone before its letter leaves.
 */
export async function planRequestLetters(
  action: Action,
  request: Request,
  kind: 'request-received' | 'request-rejected' | null,
): Promise<void> {
  if (request.email === '') return;
  await dropLetters(action, { booking: request.id }, REPLACED);
  if (kind === 'request-rejected' && (await isRefused(action, request.id))) return;
  if (kind) await planForVisitor(action, request, kind);
}

/**
 * Plans rejections again that were dropped since a moment because the practice's letters were off; called when they are
 * on again.
 */
export async function planDroppedRejections(action: Action, since: string): Promise<void> {
  const { write, owner } = action;
  const dropped = await write.trx
    .selectFrom('letters')
    .select(['id', 'booking'])
    .where('user', '=', owner)
    .where('kind', '=', sql.lit('request-rejected'))
    .where('state', '=', sql.lit('dropped'))
    .where('updated', '>=', since)
    .where('handed', '=', 0)
    .where('reason', 'not in', ['limit', REPLACED])
    // Letters about cancelled approvals are handled with their meetings.
    .where('about', '=', '')
    .execute();
  if (dropped.length === 0) return;
  const ids = dropped.map(({ id }) => id);
  await write.trx.updateTable('letters').set({ reason: REPLACED }).where('id', 'in', ids).execute();
  for (const id of new Set(dropped.flatMap(({ booking }) => booking ?? []))) {
    const request = await findOwned(write.trx, 'booking', owner, id);
    if (request?.status === 'cancelled') await planRequestLetters(action, request, 'request-rejected');
  }
}

/** Returns whether the latest letter to the visitor that may have arrived rejected the request. */
async function isRefused({ write, owner }: Action, request: string): Promise<boolean> {
  const letters = await write.trx
    .selectFrom('letters')
    .select(['kind', 'state', 'handed'])
    .where('user', '=', owner)
    .where('booking', '=', request)
    .orderBy('created', 'desc')
    // If it was received and rejected at the same moment, the rejection is the later one.
    .orderBy('kind', 'desc')
    .execute();
  return letters.find(mayHaveArrived)?.kind === 'request-rejected';
}

/** Plans a letter to a visitor about their request, unless it has one of this kind. */
export async function planForVisitor(
  action: Action,
  request: Request,
  kind: 'request-received' | 'request-rejected',
): Promise<void> {
  const known = request.email === '' ? null : await readOpen(action, request);
  if (!known) return;
  const stranger = known.isOfClient ? null : strangerHash(action.context, request.email);
  const isOver = stranger !== null && (await isFlood(action, stranger));
  const over = isOver ? { over: { state: 'dropped', reason: 'limit' } as const } : {};
  const at = kind === 'request-rejected' ? { at: action.now.add({ seconds: LETTER_SETTLES_SECONDS.LAST }) } : {};
  const { id, date: start, client } = request;
  await planLetters(action, [
    { kind, client, booking: id, start, duration: BOOKING_DURATION, stranger, ...at, ...over },
  ]);
}

/** Returns whether the letter about an approved request is sent: to its visitor, or to a client who gets letters. */
export async function getsApproval(
  action: Action,
  request: AskedRequest | undefined,
  clientGets: boolean,
): Promise<boolean> {
  return request ? (await readOpen(action, request)) !== null : clientGets;
}

/** Returns what is known about the address of a request for a future time; null where it gets no letters. */
async function readOpen({ context, write, owner, now }: Action, { date, email }: Pick<Request, 'date' | 'email'>) {
  if (Temporal.Instant.compare(parseStoredInstant(date), now) <= 0) return null;
  const known = await readAddress(context, write.trx, owner, email);
  return known?.areLettersOn && !known.isStopped ? known : null;
}

/** Returns whether the address has had its letters of the day already, over all practitioners. */
async function isFlood({ write, now }: Action, stranger: string): Promise<boolean> {
  // Otherwise two practices that write to one address at the same time would both count only the letters before.
  if (write.engine === 'postgres') {
    await sql`select pg_advisory_xact_lock(hashtext('letters'), hashtext(${stranger}))`.execute(write.trx);
  }
  const { count } = await write.trx
    .selectFrom('letters')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('stranger', '=', stranger)
    .where('created', '>', printInstant(now.subtract({ hours: 24 })))
    .where('state', '!=', 'dropped')
    .executeTakeFirstOrThrow();
  return Number(count) >= STRANGER_LETTERS_A_DAY;
}
