import { sql } from 'kysely';
import type { Reader } from '#server/ground/db/database.ts';
import { meetingOf } from '#proofs/support/letters/histories/mailbox.ts';

/** A session as it is stored. */
export interface StoredSession {
  id: string;
  client: string;
  startMs: number;
  date: string;
  duration: number;
  status: string;
  place: string;
  series: string;
  occurrence: string;
  /** What a calendar shows of it. */
  meeting: string;
}

export type Sessions = ReadonlyMap<string, StoredSession>;

/** Where a practice meets its clients. */
export interface Places {
  address: string;
  /** Of clients who meet online: their link. */
  links: ReadonlyMap<string, string>;
}

/** Reads the sessions of a practice, in the order of their times. */
export async function readSessions(
  reader: Reader,
  owner: string,
  { address, links }: Places,
): Promise<Map<string, StoredSession>> {
  const rows = await reader
    .selectFrom('sessions')
    .select(['id', 'date', 'duration', 'status', 'place'])
    .select([sql<string>`coalesce(client, '')`.as('client'), sql<string>`coalesce(series, '')`.as('series')])
    .select(sql<string>`coalesce(occurrence, '')`.as('occurrence'))
    .where('user', '=', owner)
    .orderBy('date')
    .orderBy('id')
    .execute();
  return new Map(
    rows.map((row) => {
      const start = Temporal.Instant.from(row.date.replace(' ', 'T'));
      const place = row.place || (links.get(row.client) ?? address);
      const meeting = meetingOf(start, start.add({ minutes: row.duration }), place);
      return [row.id, { ...row, startMs: start.epochMilliseconds, meeting }];
    }),
  );
}

/** What a session is to a client: its meeting; 'quiet' where nothing is said of it, 'off' where there is none. */
export function standingOf(session: StoredSession | undefined, client: string): string {
  if (!session || session.client !== client || session.status === 'canceled') return 'off';
  return session.status === 'scheduled' ? session.meeting : 'quiet';
}

/** What a session is to a client, whatever place it inherits. */
export function bareStanding(session: StoredSession | undefined, client: string): string {
  const standing = standingOf(session, client);
  if (!session || standing === 'off' || standing === 'quiet') return standing;
  return [session.date, session.duration, session.place].join();
}

export function isSame(one: StoredSession | undefined, other: StoredSession | undefined): boolean {
  if (!one || !other) return one === other;
  return one.meeting === other.meeting && one.status === other.status && one.client === other.client;
}
