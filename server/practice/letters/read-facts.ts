import type { ClientLetterKind } from '#domain/letters/letter.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { preparedQuery } from '#server/ground/db/prepared-query.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { type OwnerId, ownerId } from '#server/ground/identity/actor.ts';
import { stopHash } from '#server/practice/letters/address-keys.ts';

/** Everything that a letter to a client says, as it is now. */
export interface Facts {
  kind: ClientLetterKind;
  owner: OwnerId;
  to: string;
  session: string | null;
  booking: string | null;
  /** Whether the letter is about a series. */
  isOfSeries: boolean;
  /** In the stored form; of a series its first dates and one more, of a cancelled one the first date and those that stay. */
  starts: [string, ...string[]];
  duration: number;
  sequence: number;
  clientZone: string;
  practiceZone: string;
  /** When the account was, as stored. */
  registered: string;
  names: [senderName: string, name: string];
  bookingHash: string;
  /** '' for none. */
  replyTo: string;
  phone: string;
}

type Keys = Pick<Context, 'now' | 'secrets'>;

/** Dates that a letter about a series lists. */
export const LISTED_DATES = 6;

/**
 * Returns the facts of a letter; null where it no longer holds and must not go (LETTER-04, LETTER-06). `known`, those of
 * an earlier look, say of which address an opt-out is looked for.
 */
export async function readFacts(context: Keys, read: Reader, id: string, known?: Facts): Promise<Facts | null> {
  const [letter] = await findLetter(read, id, known ? stopHash(context, known.owner, known.to) : '');
  if (!letter || letter.state === 'dropped' || letter.client_letters !== 1) return null;
  const about = await aboutOf(read, letter, printInstant(context.now()));
  const recipient = recipientOf(letter);
  const owner = ownerId(letter.user);
  if (!about || !recipient || letter.stop !== null) return null;
  const { kind, session, booking, sequence, series } = letter;
  return {
    kind,
    owner,
    session,
    booking,
    sequence,
    ...about,
    ...recipient,
    isOfSeries: series !== null,
    practiceZone: letter.practice_zone,
    names: [letter.sender_name, letter.name],
    bookingHash: letter.booking_hash,
    replyTo: letter.reply_to,
    phone: letter.public_phone,
    registered: letter.registered,
  };
}

type StoredLetter = Awaited<ReturnType<typeof findLetter>>[number];

/** A letter with what it is about, all of it the same practitioner's. */
const findLetter = preparedQuery((db, value) =>
  db
    .selectFrom('letters as l')
    .innerJoin('profiles as p', 'p.user', 'l.user')
    .innerJoin('users as u', 'u.id', 'l.user')
    .leftJoin('sessions as s', (join) => join.onRef('s.id', '=', 'l.session').onRef('s.user', '=', 'l.user'))
    .leftJoin('booking as b', (join) => join.onRef('b.id', '=', 'l.booking').onRef('b.user', '=', 'l.user'))
    .leftJoin('clients as c', (join) => join.onRef('c.id', '=', 'l.client').onRef('c.user', '=', 'l.user'))
    .select(['l.user', 'l.kind', 'l.state', 'l.client', 'l.session', 'l.booking', 'l.series', 'l.sequence', 'l.start'])
    .select([
      'l.duration',
      'p.client_letters',
      'p.time_zone as practice_zone',
      'p.sender_name',
      'p.name',
      'p.reply_to',
      'p.public_phone',
      'u.created as registered',
    ])
    .select([
      'p.booking_hash',
      's.client as session_client',
      's.date as session_date',
      's.duration as session_duration',
    ])
    .select(['s.status as session_status', 'b.status as request_status', 'b.email as request_email'])
    .select(['b.time_zone as request_zone', 'c.email', 'c.time_zone', 'c.reminders'])
    .select((row) =>
      row
        .selectFrom('letter_stops')
        .select('hash')
        .whereRef('letter_stops.user', '=', 'l.user')
        .where('hash', '=', value(1))
        .as('stop'),
    )
    .where('l.id', '=', value(0)),
);

type About = Pick<Facts, 'starts' | 'duration'>;

async function aboutOf(read: Reader, letter: StoredLetter, now: string): Promise<About | null> {
  const { kind, client, start, duration, session_client, session_date: date, session_status, request_status } = letter;
  const asPlanned: About | null = start > now ? { starts: [start], duration } : null;
  const isClients = session_client === client;
  const ahead = date !== null && isClients && session_status === 'scheduled' && date > now ? date : null;
  const asNow: About | null =
    ahead === null ? null : { starts: [ahead], duration: letter.session_duration ?? duration };
  switch (kind) {
    case 'request-received':
      return request_status === 'pending' ? asPlanned : null;
    case 'request-rejected':
      return request_status === 'cancelled' ? asPlanned : null;
    case 'session-reminder':
      return ahead === start ? asNow : null;
    case 'request-approved':
    case 'session-planned':
    case 'session-moved':
      return asNow;
    case 'session-cancelled': {
      if (!asPlanned || (isClients && session_status !== 'canceled')) return null;
      const stay = await plannedAfter(read, letter, start);
      return { ...asPlanned, starts: [start, ...stay.map((session) => session.date)] };
    }
    case 'series-planned': {
      const [first, ...more] = await plannedAfter(read, letter, now);
      return first ? { starts: [first.date, ...more.map((session) => session.date)], duration: first.duration } : null;
    }
    default:
      return kind satisfies never;
  }
}

/** Returns the first planned sessions of a series after a moment; none of no series. */
export async function plannedAfter(
  read: Reader,
  { user, series }: Pick<Row<'letters'>, 'user' | 'series'>,
  after: string,
): Promise<Pick<Row<'sessions'>, 'date' | 'duration'>[]> {
  if (series === null) return [];
  return read
    .selectFrom('sessions')
    .select(['date', 'duration'])
    .where('user', '=', user)
    .where('series', '=', series)
    .where('status', '=', 'scheduled')
    .where('date', '>', after)
    .orderBy('date')
    .limit(LISTED_DATES + 1)
    .execute();
}

/** A visitor's own address goes before that of the client. */
function recipientOf(letter: StoredLetter): Pick<Facts, 'to' | 'clientZone'> | null {
  const { request_email, request_zone, email, time_zone, reminders } = letter;
  if (request_email) return { to: request_email, clientZone: request_zone ?? '' };
  return email && reminders === 'email' ? { to: email, clientZone: time_zone ?? '' } : null;
}
