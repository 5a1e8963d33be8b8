import { sql, type SqlBool } from 'kysely';
import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import type { Said } from '#domain/letters/difference.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { idSlot, idsOf, ownerBesideIds, perEngine, preparedQuery } from '#server/ground/db/query.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

interface Practice {
  reader: Reader;
  engine: Engine;
  owner: OwnerId;
}

/** Returns for each client the sessions that came from a confirmed request with an address, with that request's id. */
export async function readRequests(
  { reader, engine, owner }: Practice,
  clients: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const rows = await requestsOf[engine](reader, owner, idsOf(engine, clients));
  // Filtered here: with the status in the query, SQLite would read every confirmed request of the practice.
  const confirmed = rows.filter(({ status }) => status === 'confirmed');
  const byClient = Map.groupBy(confirmed, ({ client }) => client ?? '');
  return new Map(
    [...byClient].map(([client, own]) => [client, new Map(own.map(({ id, session }) => [session ?? '', id]))]),
  );
}

const requestsOf = perEngine((engine) =>
  preparedQuery((db, value) =>
    db
      .selectFrom('booking')
      .select(['id', 'session', 'client', 'status'])
      .where('user', '=', value(0))
      .where('client', 'in', idSlot(engine, value(1)))
      .where('session', 'is not', null)
      .where('email', '!=', sql.lit('')),
  ),
);

/** Returns the request with an address from which a session was created; '' for none. */
export async function requestOf({ reader, owner }: Omit<Practice, 'engine'>, session: string): Promise<string> {
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

/** A request with an address. */
export interface AskedRequest {
  date: string;
  email: string;
  /**
   * What the visitor asked for, while they wait for a letter about it: the request was confirmed, a letter about the
   * approval was planned, and no letter that rejects it may have arrived. Whether a letter told of the session,
   * `readMeetings` checks.
   */
  waitsFor: Said | null;
}

/**
 * Returns what the visitor of a request waits for. `except`: the letter that is being written, which does not count.
 */
export async function readWaitsFor(practice: Practice, request: string, except: string): Promise<Said | null> {
  return (await readAsked(practice, [request], except)).get(request)?.waitsFor ?? null;
}

/** Returns those of the requests that have an address. */
export async function readAsked(
  { reader, engine, owner }: Practice,
  requests: readonly string[],
  except = '',
): Promise<Map<string, AskedRequest>> {
  if (requests.length === 0) return new Map();
  const rows = await withAddress[engine](reader, owner, idsOf(engine, requests), except);
  return new Map(
    rows.map(({ id, date, email, waits }) => {
      const startMs = parseStoredInstant(date).epochMilliseconds;
      const waitsFor = waits === 1 ? { startMs, duration: BOOKING_DURATION, place: '' } : null;
      return [id, { date, email, waitsFor }];
    }),
  );
}

const withAddress = perEngine((engine) =>
  preparedQuery((db, value) => {
    const about = (kind: 'request-approved' | 'request-rejected') =>
      db
        .selectFrom('letters')
        .select('letters.id')
        .where('letters.user', '=', value(0))
        .whereRef('letters.booking', '=', sql.ref('booking.id'))
        .where('letters.kind', '=', sql.lit(kind));
    const refused = about('request-rejected')
      .where('letters.id', '!=', value(2))
      .where(sql<SqlBool>`(letters.state in ('sent', 'unknown') or letters.handed > 0)`);
    return db
      .selectFrom('booking')
      .select(['id', 'date', 'email'])
      .select((row) =>
        row
          .case()
          .when(
            row.and([
              row('status', '=', sql.lit('confirmed')),
              row.exists(about('request-approved')),
              row.not(row.exists(refused)),
            ]),
          )
          .then(sql.lit(1))
          .else(sql.lit(0))
          .end()
          .as('waits'),
      )
      .where(ownerBesideIds(engine, 'user'), '=', value(0))
      .where('id', 'in', idSlot(engine, value(1)))
      .where('email', '!=', sql.lit(''));
  }),
);
