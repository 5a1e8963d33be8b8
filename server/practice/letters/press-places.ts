import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { pressMeetings } from '#server/practice/letters/press.ts';
import { meetingsOf, type PlaceBefore, readKnown } from '#server/practice/letters/told.ts';

/**
 * Announces that future meetings of which clients were told, of one client or of all, take place elsewhere: the place
 * of the client or the practitioner has changed (PLACE-03).
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
  const practice = { reader: write.trx, engine: write.engine, owner };
  const ids = sessions.map(({ id }) => id);
  const nowMs = now.epochMilliseconds;
  const known = await readKnown(practice, ids, nowMs);
  const pressed = sessions.flatMap(({ id: session, client, ...before }) => {
    const [meeting] = meetingsOf(known, client, [{ session, before: null, shown: null }], { nowMs });
    // A client does not know a meeting whose last letter cancelled it or did not arrive.
    return meeting?.told ? [{ session, client, before, places }] : [];
  });
  pressMeetings(action, pressed);
}
