import { type Difference, differences, isOff, kindOf, type Said } from '#domain/letters/difference.ts';
import type { ClientLetterKind } from '#domain/letters/letter.ts';
import { LISTED_DATES } from '#domain/letters/told-meetings.ts';
import { tellsPay } from '#domain/letters/told-pay.ts';
import type { Pay } from '#domain/money/ask-pay.ts';
import type { Place } from '#domain/places/place.ts';
import { printEpochMilliseconds, printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { preparedQuery } from '#server/ground/db/query.ts';
import { type OwnerId, ownerId } from '#server/ground/identity/actor.ts';
import { readAbout } from '#server/practice/letters/about.ts';
import { readWaitsFor } from '#server/practice/letters/asked.ts';
import { stopHash } from '#server/practice/letters/address-keys.ts';
import { isAnnounced } from '#server/practice/letters/announced.ts';
import { readPay } from '#server/practice/money/read-pay.ts';
import { isLastOfEndless, plannedAfter } from '#server/practice/letters/series-facts.ts';
import { readMeetings } from '#server/practice/letters/told.ts';

/** A meeting that a letter names, in stored form. */
export interface NamedMeeting {
  session: string;
  change: Difference['change'] | 'reminded';
  /** As it is; for one that does not take place, as the client knows it. */
  said: Said;
  /** As the client knows it. */
  was: Said | null;
  uid: string;
  sequence: number;
  /** Its place as letters name it; null for none. */
  place: Place | null;
}

/** Everything that a letter to a client says, as it is now. */
export interface Facts {
  kind: ClientLetterKind;
  owner: OwnerId;
  to: string;
  /** null where the recipient is a visitor and no client. */
  client: string | null;
  booking: string | null;
  /** Ordered by time; empty for a letter about a request. */
  meetings: NamedMeeting[];
  /** The changed meetings; what the letter says of them is in `meetings`. */
  pressed: string[];
  /** The kind and start with which the letter was planned. */
  planned: { kind: ClientLetterKind; start: string };
  /** The start that a letter about a request names. */
  start: string;
  duration: number;
  /** Whether the meetings are part of a series without an end. */
  isEndless: boolean;
  /**
   * For a series with cancelled meetings the next starts that remain after those, one more than a letter names; null
   * for letters about no series.
   */
  stay: string[] | null;
  clientZone: string;
  practiceZone: string;
  /** When the account was registered, as stored. */
  registered: string;
  names: [senderName: string, name: string];
  bookingHash: string;
  /** How to pay for the meetings; null where the letter says nothing about it. */
  pay: Pay | null;
  /** Whether the operator holds the letters of the account. */
  isHeld: boolean;
  /** '' for none. */
  replyTo: string;
  phone: string;
}

type Keys = Pick<Context, 'now' | 'secrets'>;

/**
 * Returns the facts of a letter; null where it must no longer be sent (LETTER-04, LETTER-06). `known`: the facts of an
 * earlier call, whose address is checked for an opt-out.
 */
export async function readFacts(
  context: Keys,
  read: { reader: Reader; engine: Engine },
  id: string,
  known?: Facts,
): Promise<Facts | null> {
  const [letter] = await findLetter(read.reader, id, known ? stopHash(context, known.owner, known.to) : '');
  if (!letter || letter.state === 'dropped' || letter.client_letters !== 1) return null;
  const about = await aboutOf(read, { ...letter, id }, context.now());
  const recipient = recipientOf(letter);
  const owner = ownerId(letter.user);
  if (!about || !recipient || letter.stop !== null) return null;
  const { client, booking, start, duration } = letter;
  const { pay_text, pay_link } = letter;
  const rules = { pay_in_letters: letter.pay_in_letters === 1, pay_text, pay_link };
  const sessions = about.meetings.flatMap(({ session, change }) => (isOff(change) ? [] : [session]));
  const pay =
    client !== null && tellsPay(about.kind)
      ? await readPay({ ...read, owner }, rules, { client, sessions }, context.now())
      : null;
  return {
    owner,
    client,
    booking,
    planned: { kind: letter.kind, start },
    start,
    duration,
    ...about,
    ...recipient,
    pay,
    practiceZone: letter.practice_zone,
    names: [letter.sender_name, letter.name],
    bookingHash: letter.booking_hash,
    isHeld: letter.held !== null,
    replyTo: letter.reply_to,
    phone: letter.public_phone,
    registered: letter.registered,
  };
}

type StoredLetter = Awaited<ReturnType<typeof findLetter>>[number];

/** A letter with what it is about; all rows are of the same practitioner. */
const findLetter = preparedQuery((db, value) =>
  db
    .selectFrom('letters as l')
    .innerJoin('profiles as p', 'p.user', 'l.user')
    .innerJoin('users as u', 'u.id', 'l.user')
    .leftJoin('series as s', (join) => join.onRef('s.id', '=', 'l.series').onRef('s.user', '=', 'l.user'))
    .leftJoin('booking as b', (join) => join.onRef('b.id', '=', 'l.booking').onRef('b.user', '=', 'l.user'))
    .leftJoin('clients as c', (join) => join.onRef('c.id', '=', 'l.client').onRef('c.user', '=', 'l.user'))
    .leftJoin('letter_holds as h', 'h.user', 'l.user')
    .select(['l.user', 'l.kind', 'l.state', 'l.client', 'l.session', 'l.booking', 'l.series', 'l.about', 'l.start'])
    .select([
      'l.duration',
      'p.client_letters',
      'p.time_zone as practice_zone',
      'p.sender_name',
      'p.name',
      'p.reply_to',
      'p.public_phone',
      'p.pay_in_letters',
      'p.pay_text',
      'p.pay_link',
      'u.created as registered',
    ])
    .select(['p.booking_hash', 's.start as series_start', 's.until as series_until'])
    .select(['b.status as request_status', 'b.email as request_email'])
    .select(['b.time_zone as request_zone', 'c.email', 'c.time_zone', 'c.reminders', 'h.held'])
    .select((row) =>
      row
        .selectFrom('letter_stops')
        .select('hash')
        .whereRef('letter_stops.user', '=', 'l.user')
        .where('hash', '=', value(1))
        .as('stop'),
    )
    .select(isAnnounced({ user: 'l.user', client: 'l.client', session: 'l.session' }).as('is_announced'))
    .where('l.id', '=', value(0)),
);

type AboutIt = Pick<Facts, 'kind' | 'meetings' | 'pressed' | 'isEndless' | 'stay'>;

async function aboutOf(
  { reader, engine }: { reader: Reader; engine: Engine },
  letter: StoredLetter & { id: string },
  now: Temporal.Instant,
): Promise<AboutIt | null> {
  const { id, kind, client, start, session, series, request_status, user } = letter;
  const nowMs = now.epochMilliseconds;
  const nothing = { kind, meetings: [], pressed: [], isEndless: false, stay: null };
  if (kind === 'request-received' || (kind === 'request-rejected' && letter.about === '')) {
    const holds = request_status === (kind === 'request-received' ? 'pending' : 'cancelled');
    return holds && start > printInstant(now) ? nothing : null;
  }
  if (client === null) return null;
  const practice = { reader, engine, owner: ownerId(user) };
  if (kind === 'session-reminder') {
    if (letter.is_announced) return null;
    const about = [{ session: session ?? '', before: null, shown: null }];
    const [meeting] = await readMeetings(practice, client, about, { nowMs, except: id });
    const said = meeting?.now;
    if (!meeting || typeof said !== 'object' || printEpochMilliseconds(said.startMs) !== start) return null;
    const { uid, sequence, place, session: reminded } = meeting;
    const meetings = [{ session: reminded, change: 'reminded' as const, said, was: null, uid, sequence, place }];
    return { ...nothing, pressed: [reminded], meetings };
  }
  const about = readAbout(letter.about);
  if (!about) return null;
  const asked = letter.booking === null ? null : await readWaitsFor(practice, letter.booking, id);
  const known = await readMeetings(practice, client, about.meetings, { nowMs, except: id, asked });
  const told = differences(known, nowMs).differences;
  const saidKind = kindOf(told, letter.booking !== null);
  if (!saidKind) return null;
  const stand = new Map(known.map((meeting) => [meeting.session, meeting]));
  const meetings = told.map((difference): NamedMeeting => {
    const { uid = difference.session, sequence = 0, place = null } = stand.get(difference.session) ?? {};
    const { session: each, change, was } = difference;
    const said = difference.now ?? difference.was;
    return { session: each, change, said, was, uid, sequence, place: difference.now ? place : null };
  });
  const off = meetings.find(({ change }) => change === 'cancelled');
  const stays = meetings.filter(({ change }) => !isOff(change));
  const last = stays.length > LISTED_DATES ? stays.at(-1) : undefined;
  const isOfEndless = series !== null && (letter.series_until ?? '') === '' && letter.series_start !== null;
  const after = off && series !== null && meetings.length > 1 ? printEpochMilliseconds(off.said.startMs) : null;
  return {
    kind: saidKind,
    meetings,
    pressed: about.meetings.map((meeting) => meeting.session),
    // Letters about changed places do not name the series.
    isEndless: isOfEndless || (last !== undefined && (await isLastOfEndless(reader, user, last.session))),
    stay: after === null ? null : await plannedAfter(reader, { user, series }, after),
  };
}

/**
 * Returns the address of the visitor's request, otherwise that of the client; null where the client gets no letters.
 */
function recipientOf(letter: StoredLetter): Pick<Facts, 'to' | 'clientZone'> | null {
  const { request_email, request_zone, email, time_zone, reminders } = letter;
  if (request_email) return { to: request_email, clientZone: request_zone ?? '' };
  return email && reminders === 'email' ? { to: email, clientZone: time_zone ?? '' } : null;
}
