import { sql, type SqlBool } from 'kysely';
import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import type { Said } from '#domain/letters/difference.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { preparedQuery } from '#server/ground/db/prepared-query.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

interface Practice {
  reader: Reader;
  owner: OwnerId;
}

/** Returns the sessions of a client that were made of requests with an address, and each one's request. */
export async function readRequests({ reader, owner }: Practice, client: string): Promise<Map<string, string>> {
  const rows = await confirmedOf(reader, owner, client);
  return new Map(rows.map(({ id, session }) => [session ?? '', id]));
}

const confirmedOf = preparedQuery((db, value) =>
  db
    .selectFrom('booking')
    .select(['id', 'session'])
    .where('user', '=', value(0))
    .where('client', '=', value(1))
    .where('status', '=', sql.lit('confirmed'))
    .where('session', 'is not', null)
    .where('email', '!=', sql.lit('')),
);

/** Returns the request with an address that a session was made of; '' for none. */
export async function requestOf({ reader, owner }: Practice, session: string): Promise<string> {
  const [row] = await requestOfSession(reader, owner, session);
  return row?.id ?? '';
}

const requestOfSession = preparedQuery((db, value) =>
  db
    .selectFrom('booking')
    .select('id')
    .where('user', '=', value(0))
    .where('session', '=', value(1))
    .where('email', '!=', sql.lit('')),
);

/**
 * Returns what a confirmed request asked for, whose visitor waits for a letter: its approval was to be told by one, and
 * none but `except` told that it came to nothing. Whether one told of its session, `readMeetings` knows.
 */
export async function readAsked({ reader, owner }: Practice, request: string, except = ''): Promise<Said | null> {
  const [row] = await unanswered(reader, owner, request, except);
  if (!row) return null;
  return { startMs: parseStoredInstant(row.date).epochMilliseconds, duration: BOOKING_DURATION, place: '' };
}

const unanswered = preparedQuery((db, value) => {
  const about = (kind: 'request-approved' | 'request-rejected') =>
    db
      .selectFrom('letters')
      .select('letters.id')
      .where('letters.user', '=', value(0))
      .where('letters.booking', '=', value(1))
      .where('letters.kind', '=', sql.lit(kind));
  return db
    .selectFrom('booking')
    .select('date')
    .where('user', '=', value(0))
    .where('id', '=', value(1))
    .where('status', '=', sql.lit('confirmed'))
    .where('email', '!=', sql.lit(''))
    .where((row) => row.exists(about('request-approved')))
    .where((row) =>
      row.not(
        row.exists(
          about('request-rejected')
            .where('letters.id', '!=', value(2))
            .where(sql<SqlBool>`(letters.state in ('sent', 'unknown') or letters.handed > 0)`),
        ),
      ),
    );
});
