import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { pressMeetings } from '#server/practice/letters/press.ts';
import { type PlaceBefore, readMeetings } from '#server/practice/letters/told.ts';

/**
 * Presses the meetings to come of which clients were told, of one client or of all: where the client or the practitioner
 * meets them has changed (PLACE-03).
 */
export async function pressPlaces(action: Action, of: { client: string } | 'all', places: PlaceBefore): Promise<void> {
  const { write, owner, now } = action;
  const told = write.trx
    .selectFrom('sessions')
    .innerJoin('clients', (join) =>
      join.onRef('clients.id', '=', 'sessions.client').onRef('clients.user', '=', 'sessions.user'),
    )
    .select(['sessions.id', 'clients.id as client', 'sessions.date', 'sessions.duration', 'sessions.status'])
    .select('sessions.place')
    .where('sessions.user', '=', owner)
    .where('sessions.date', '>', printInstant(now))
    .where('sessions.status', '=', 'scheduled')
    .where('clients.reminders', '=', sql.lit('email'))
    .where((row) =>
      row.exists(
        row
          .selectFrom('told')
          .select('told.id')
          .whereRef('told.user', '=', 'sessions.user')
          .whereRef('told.session', '=', 'sessions.id')
          .whereRef('told.client', '=', 'sessions.client'),
      ),
    );
  const sessions = await (of === 'all' ? told : told.where('sessions.client', '=', of.client)).execute();
  for (const [client, own] of Map.groupBy(sessions, (session) => session.client)) {
    const known = await knownOf(action, client, own);
    pressMeetings(
      action,
      own
        .filter(({ id }) => known.has(id))
        .map(({ id, client: _client, ...before }) => ({ session: id, client, before, places })),
    );
  }
}

/** Returns the sessions that a client knows as meetings to come; what was called off last, or did not arrive, is none. */
async function knownOf(
  { write, owner, now }: Action,
  client: string,
  sessions: readonly { id: string }[],
): Promise<Set<string>> {
  const practice = { reader: write.trx, engine: write.engine, owner };
  const about = sessions.map(({ id }) => ({ session: id, before: null, shown: null }));
  const meetings = await readMeetings(practice, client, about, { nowMs: now.epochMilliseconds });
  return new Set(meetings.flatMap(({ session, told }) => (told ? [session] : [])));
}
