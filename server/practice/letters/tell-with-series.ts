import { printEpochMilliseconds } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { idList } from '#server/ground/db/query.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { readAnnounced } from '#server/practice/letters/announced.ts';
import { pressMeetings } from '#server/practice/letters/press.ts';
import { insertTold } from '#server/practice/letters/remember-told.ts';
import { isValid, readKnown } from '#server/practice/letters/told.ts';

/**
 * Records sessions that the rule of a series adds as told by the letter that told the session before them. If a letter
 * about that one still waits, they are added to it.
 */
export async function tellWithSeries(action: Action, series: string, added: readonly string[]): Promise<void> {
  const { write, owner, now } = action;
  if (added.length === 0) return;
  const last = await write.trx
    .selectFrom('sessions')
    .select(['id', 'client', 'date', 'duration', 'status', 'place'])
    .where('user', '=', owner)
    .where('series', '=', series)
    .where('id', 'not in', idList(write.engine, added))
    .where('status', '=', 'scheduled')
    .orderBy('occurrence', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last?.client) return;
  const { id, client, ...before } = last;
  const practice = { reader: write.trx, engine: write.engine, owner };
  if ((await readAnnounced(practice, [id])).has(id)) {
    const sessions = added.map((session) => ({ session, client, before: null }));
    pressMeetings(action, [{ session: id, client, before }, ...sessions], { series });
  }
  const known = await readKnown(practice, [id, ...added], now.epochMilliseconds);
  const told = known.get(id)?.told.findLast(isValid);
  if (!told?.letter || told.client !== client || told.cancelled === 1) return;
  const { letter } = told;
  // If the previous session is elsewhere only this once, the new ones count as told with the usual place; if a move is
  // still to be announced, it must be announced for them too.
  const isThere = known.get(id)?.stored?.place === told.place;
  const rows = added.flatMap((session): NewRow<'told'>[] => {
    const stored = known.get(session)?.stored;
    // A client is not told about reserved sessions.
    if (stored?.status !== 'scheduled') return [];
    return [
      {
        id: newRecordId(),
        user: owner,
        client,
        letter,
        session,
        uid: session,
        start: printEpochMilliseconds(stored.startMs),
        duration: stored.duration,
        place: isThere ? stored.place : told.place,
        cancelled: 0,
        sequence: 0,
      },
    ];
  });
  if (rows.length > 0) await insertTold(write.trx, write.engine, rows);
}
