import { sql } from 'kysely';
import { BOOKING_HOLD_HOURS } from '#domain/booking/booking.ts';
import { printInstant } from '#domain/time/instant.ts';
import { act, type Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import { releaseTime } from '#server/ground/db/held-time.ts';
import { idList } from '#server/ground/db/query.ts';
import { ownerId, PROGRAM } from '#server/ground/identity/actor.ts';
import { runApart } from '#server/ground/process/run-apart.ts';
import { addNews } from '#server/practice/news/write-news.ts';
import { findOwned, updateRow } from '#server/records/store.ts';

const AT_ONCE = 100;

/** Frees the time of requests that waited too long for a decision; they stay pending without it (BOOK-08). */
export async function releaseOldRequests(context: Context): Promise<void> {
  const now = context.now();
  const until = printInstant(now.subtract({ hours: BOOKING_HOLD_HOURS }));
  const waiting = new Set<string>();
  const findDue = () =>
    context.db.read
      .selectFrom('booking')
      .select(['id', 'user'])
      .where('held_since', 'is not', null)
      .where('held_since', '<=', until)
      .where('user', 'not in', idList(context.db.engine, [...waiting]))
      .orderBy('held_since')
      .limit(AT_ONCE)
      .execute();
  for (let due = await findDue(); due.length > 0; due = await findDue()) {
    for (const { id, user } of due) {
      if (waiting.has(user)) continue;
      const release = () => act({ context, actor: PROGRAM, now }, ownerId(user), (action) => letGo(action, id, until));
      if (!(await runApart(context.log, 'time of old requests', release))) waiting.add(user);
    }
  }
}

async function letGo(action: Action, id: string, until: string): Promise<void> {
  const { write, owner } = action;
  const request = await findOwned(write.trx, 'booking', owner, id);
  // Decided or deleted meanwhile, or released by another node.
  if (!request || request.held_since === '' || request.held_since > until) return;
  await releaseTime(write, owner, { source: 'booking', sourceId: id });
  await updateRow(action, 'booking', id, { held_since: '' });
  await addNews(action, [{ kind: 'request_expired', booking: id, before: request.date }]);
}

/**
 * Forgets senders' networks a day after the request at the earliest, and not before it is decided or its time is freed.
 * Bypasses the store, because no record and no journal entry shows them.
 */
export async function forgetSenders({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const dayAgo = printInstant(now().subtract({ hours: 24 }));
  await db.write(({ trx }) =>
    trx
      .updateTable('booking')
      .set({ network: '', wider_network: '' })
      .where('network', '!=', sql.lit(''))
      .where('created', '<=', dayAgo)
      .where('held_since', 'is', null)
      .execute(),
  );
}
