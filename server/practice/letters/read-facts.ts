import { sql } from 'kysely';
import type { ClientLetterKind } from '#domain/letters/letter.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { type OwnerId, ownerId } from '#server/ground/identity/actor.ts';
import { isStopped, rulesOf } from '#server/practice/letters/recipients.ts';

/** Everything that a letter to a client says, as it is now. */
export interface Facts {
  kind: ClientLetterKind;
  owner: OwnerId;
  to: string;
  session: string;
  booking: string;
  /** Whether the letter is about a series. */
  isOfSeries: boolean;
  /** In the stored form; of a series its first dates and one more, of a cancelled one the first date and those that stay. */
  starts: [string, ...string[]];
  duration: number;
  sequence: number;
  clientZone: string;
  practiceZone: string;
  names: [senderName: string, name: string];
  bookingHash: string;
}

type Keys = Pick<Context, 'now' | 'secrets'>;

/** Dates that a letter about a series lists. */
export const LISTED_DATES = 6;

/** Returns the facts of a letter; null where it no longer holds and must not go (LETTER-04, LETTER-06). */
export async function readFacts(context: Keys, read: Reader, id: string): Promise<Facts | null> {
  const letter = await read.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst();
  if (!letter || letter.state === 'dropped') return null;
  const owner = ownerId(letter.user);
  const rules = await rulesOf(read, owner);
  if (!rules?.client_letters) return null;
  const about = await aboutOf(read, letter, printInstant(context.now()));
  const recipient = about && (await recipientOf(read, letter));
  if (!recipient || (await isStopped(context, read, owner, recipient.to))) return null;
  const { kind, session, booking, sequence, series } = letter;
  return {
    kind,
    owner,
    session,
    booking,
    sequence,
    ...about,
    ...recipient,
    isOfSeries: series !== '',
    practiceZone: rules.time_zone,
    names: [rules.sender_name, rules.name],
    bookingHash: rules.booking_hash,
  };
}

type About = Pick<Facts, 'starts' | 'duration'>;

async function aboutOf(read: Reader, letter: Row<'letters'>, now: string): Promise<About | null> {
  const { kind, user, client, start, duration } = letter;
  const asPlanned: About | null = start > now ? { starts: [start], duration } : null;
  const session =
    letter.session === ''
      ? undefined
      : await read
          .selectFrom('sessions')
          .select(['client', 'date', 'duration', 'status'])
          .where('id', '=', letter.session)
          .where('user', '=', user)
          .executeTakeFirst();
  if (session && kind !== 'session-cancelled' && session.client !== client) return null;
  const isAhead = session?.status === 'scheduled' && session.date > now;
  switch (kind) {
    case 'request-received':
    case 'request-rejected': {
      const wanted = kind === 'request-received' ? 'pending' : 'cancelled';
      const request = await read
        .selectFrom('booking')
        .select('status')
        .where('id', '=', letter.booking)
        .where('user', '=', user)
        .executeTakeFirst();
      return request?.status === wanted ? asPlanned : null;
    }
    case 'session-reminder':
      return session && isAhead && session.date === start ? { starts: [start], duration: session.duration } : null;
    case 'request-approved':
    case 'session-planned':
    case 'session-moved':
      return session && isAhead ? { starts: [session.date], duration: session.duration } : null;
    case 'session-cancelled':
      return session && session.status !== 'canceled' && session.client === client
        ? null
        : asPlanned && {
            ...asPlanned,
            starts: [start, ...(await plannedAfter(read, letter, start)).map(({ date }) => date)],
          };
    case 'series-planned': {
      const [first, ...more] = await plannedAfter(read, letter, now);
      return first ? { starts: [first.date, ...more.map(({ date }) => date)], duration: first.duration } : null;
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
  if (series === '') return [];
  return read
    .selectFrom('sessions')
    .select(['date', 'duration'])
    .where('user', '=', user)
    .where('series', '=', series)
    .where('series', '!=', sql.lit(''))
    .where('status', '=', 'scheduled')
    .where('date', '>', after)
    .orderBy('date')
    .limit(LISTED_DATES + 1)
    .execute();
}

async function recipientOf(
  read: Reader,
  { user, client, booking }: Row<'letters'>,
): Promise<Pick<Facts, 'to' | 'clientZone'> | null> {
  const request =
    booking === ''
      ? undefined
      : await read
          .selectFrom('booking')
          .select(['email', 'time_zone'])
          .where('id', '=', booking)
          .where('user', '=', user)
          .executeTakeFirst();
  if (request && request.email !== '') return { to: request.email, clientZone: request.time_zone };
  const known =
    client === ''
      ? undefined
      : await read
          .selectFrom('clients')
          .select(['email', 'time_zone', 'reminders'])
          .where('id', '=', client)
          .where('user', '=', user)
          .executeTakeFirst();
  if (!known || known.email === '' || known.reminders !== 'email') return null;
  return { to: known.email, clientZone: known.time_zone };
}
