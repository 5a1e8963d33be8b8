import { createHash } from 'node:crypto';
import { mayHaveArrived } from '#domain/letters/next-attempt.ts';
import { isSame, type PressedMeeting, type Said, type Standing, standingOf } from '#domain/letters/difference.ts';
import { carriesLinks, toldPlace } from '#domain/letters/told-place.ts';
import { type ClientPlace, type Place, type PlaceFacts, placeOf } from '#domain/places/place.ts';
import { parseStoredInstant, printEpochMilliseconds } from '#domain/time/instant.ts';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { idRows } from '#server/ground/db/query.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { AboutMeeting } from '#server/practice/letters/about.ts';
import type { Recipient } from '#server/practice/letters/recipients.ts';

/** The practice whose meetings are read. */
export interface Practice {
  reader: Reader;
  engine: Engine;
  owner: OwnerId;
}

/** A meeting as it is, together with what its client knows of it. */
export interface KnownMeeting extends PressedMeeting {
  /** Its UID in calendars. */
  uid: string;
  /** SEQUENCE of the next calendar entry. */
  sequence: number;
  /** Its place as letters name it; null for none. */
  place: Place | null;
}

/** What was told, and the state of the letter that told it. */
type ToldRow = Omit<Row<'told'>, 'id' | 'user'> & { state: Row<'letters'>['state'] | null; handed: number | null };

/** A session as it is, with its place and the hash of that. */
type StandingSession = NonNullable<Parameters<typeof standingOf>[0]> & { where: Place | null };

/** Sessions as they are, with everything that was told of each, to any client, ordered by sequence. */
export type Known = ReadonlyMap<string, { stored: StandingSession | null; told: ToldRow[] }>;

interface Asked {
  nowMs: number;
  /** A letter whose content does not count as told yet. */
  except?: string;
  /** What the visitor asked for in the request of the meetings. */
  asked?: Said | null;
}

/** Returns meetings of a client as they are, and what letters that may have arrived told of them. */
export async function readMeetings(
  practice: Practice,
  client: string,
  about: readonly AboutMeeting[],
  asked: Asked,
): Promise<KnownMeeting[]> {
  if (about.length === 0) return [];
  const sessions = about.map(({ session }) => session);
  return meetingsOf(await readKnown(practice, sessions, asked.nowMs), client, about, asked);
}

/** Does the same as `readMeetings` for sessions that `readKnown` has read. */
export function meetingsOf(
  known: Known,
  client: string,
  about: readonly AboutMeeting[],
  { nowMs, except = '', asked = null }: Asked,
): KnownMeeting[] {
  return about.map(({ session, before, shown }) => {
    const { stored, told } = known.get(session) ?? { stored: null, told: [] };
    const rows = told.filter(({ letter }) => letter === null || letter !== except);
    const now = standingOf(stored, client, nowMs);
    const all = rows.filter((row) => row.client === client && isValid(row));
    const latest = all.at(-1);
    // The page has shown the client the present state, but their calendar still has what was told before.
    const isAsShown = shown !== null && latest?.letter === null && says(latest, now);
    const valid = isAsShown ? all.filter(({ sequence }) => sequence < shown) : all;
    const last = valid.at(-1);
    // A cancellation by the client only needs a letter if an earlier letter had put the meeting into their calendar.
    const isNowhere = isAsShown && now === 'gone' && (valid.findLast(isOfLetter)?.cancelled ?? 1) === 1;
    return {
      session,
      told: last && last.cancelled === 0 && !isNowhere ? saidOf(last) : null,
      isDoubtful: last?.state === 'dropped',
      before,
      now,
      isDeleted: stored === null,
      asked: last ? null : asked,
      place: stored?.where ?? null,
      uid: last?.uid ?? session,
      sequence: Math.max(-1, ...rows.map(({ sequence }) => sequence)) + 1,
    };
  });
}

/** Returns those of these sessions of which their clients know or may know. */
export async function toldOf(practice: Practice, sessions: readonly string[], nowMs: number): Promise<string[]> {
  if (sessions.length === 0) return [];
  const known = await readKnown(practice, sessions, nowMs);
  return sessions.filter((session) => {
    const client = known.get(session)?.stored?.client ?? '';
    const [meeting] = meetingsOf(known, client, [{ session, before: null, shown: null }], { nowMs });
    return meeting !== undefined && (meeting.told !== null || meeting.isDoubtful);
  });
}

/** Returns whether what was told may have arrived. */
export function isValid({ letter, state, handed }: ToldRow): boolean {
  return letter === null || (state !== null && mayHaveArrived({ state, handed: handed ?? 0 }));
}

/** Returns whether what was told is still true. */
function says(told: ToldRow, now: Standing): boolean {
  if (typeof now !== 'object') return now === 'gone' && told.cancelled === 1;
  return told.cancelled === 0 && isSame(saidOf(told), now);
}

function isOfLetter({ letter }: ToldRow): boolean {
  return letter !== null;
}

function saidOf({ start, duration, place }: Pick<ToldRow, 'start' | 'duration' | 'place'>): Said {
  return { startMs: parseStoredInstant(start).epochMilliseconds, duration, place };
}

/** Returns sessions with what was told of them, in one statement. */
export async function readKnown(
  { reader, engine, owner }: Practice,
  ids: readonly string[],
  nowMs: number,
): Promise<Known> {
  const rows = await reader
    .selectFrom(idRows(engine, ids).as('asked'))
    .leftJoin('sessions', (join) => join.onRef('sessions.id', '=', 'asked.value').on('sessions.user', '=', owner))
    .leftJoin('users', 'users.id', 'sessions.user')
    .leftJoin('profiles', 'profiles.user', 'sessions.user')
    .leftJoin('clients', (join) =>
      join.onRef('clients.id', '=', 'sessions.client').onRef('clients.user', '=', 'sessions.user'),
    )
    .leftJoin('told', (join) => join.onRef('told.session', '=', 'asked.value').on('told.user', '=', owner))
    .leftJoin('letters', (join) => join.onRef('letters.id', '=', 'told.letter').onRef('letters.user', '=', 'told.user'))
    .select(['asked.value as session', 'sessions.client as of', 'sessions.date', 'sessions.duration as lasts'])
    .select(['sessions.status', 'sessions.place as own', 'users.created as registered'])
    .select(['clients.place as client_place', 'clients.place_link as client_link'])
    .select(['profiles.place_address', 'profiles.place_link'])
    .select(['told.client', 'told.letter', 'told.uid', 'told.start', 'told.duration', 'told.place'])
    .select(['told.cancelled', 'told.sequence', 'letters.state', 'letters.handed'])
    .orderBy('told.sequence')
    .execute();
  type Found = (typeof rows)[number];
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs);
  const storedOf = (row: Found): StandingSession | null => {
    const { date, registered, own, place_address, place_link } = row;
    if (date === null || registered === null || place_address === null) return null;
    const { client_place, client_link } = row;
    const where = placeToTell({
      session: { place: own ?? '' },
      client: client_place === null ? null : { place: client_place, place_link: client_link ?? '' },
      profile: { place_address, place_link: place_link ?? '' },
      withLinks: carriesLinks(parseStoredInstant(registered), now),
    });
    const startMs = parseStoredInstant(date).epochMilliseconds;
    const { of, lasts, status } = row;
    return { client: of ?? '', startMs, duration: lasts ?? 0, where, place: placeKey(where), status: status ?? '' };
  };
  return new Map(
    [...Map.groupBy(rows, ({ session }) => session)].map(([session, all]) => {
      const [first] = all;
      const told = all.flatMap((row) => (row.uid === null ? [] : [row as ToldRow]));
      return [session, { stored: first ? storedOf(first) : null, told }];
    }),
  );
}

function placeToTell({ withLinks, ...facts }: PlaceFacts & { withLinks: boolean }): Place | null {
  const place = toldPlace(placeOf(facts), withLinks);
  return place.kind === 'none' ? null : place;
}

/** Returns a hash of a place as letters name it, stored instead of its text; '' for none. */
function placeKey(place: Place | null): string {
  if (!place) return '';
  const { kind, text, link } = place;
  return createHash('sha256')
    .update(JSON.stringify([kind, text, link]))
    .digest('base64url')
    .slice(0, 22);
}

/** What a place was determined by before a change, as far as that changed. */
export interface PlaceBefore {
  client?: { place: ClientPlace; place_link: string };
  profile?: { place_address: string; place_link: string };
}

/** Returns the hash of the place of a client's session, now or before a change. */
export type PlaceOf = (session: string, before?: PlaceBefore) => string;

/** Returns a function for the places of a client's sessions; '' without a recipient, whose account is deleted. */
export function placesOf(recipient: Recipient | undefined, nowMs: number): PlaceOf {
  return (session, before = {}) => {
    if (!recipient) return '';
    const now = Temporal.Instant.fromEpochMilliseconds(nowMs);
    const { place, client_link, registered, place_address, place_link } = recipient;
    return placeKey(
      placeToTell({
        session: { place: session },
        client: before.client ?? (place === null ? null : { place, place_link: client_link ?? '' }),
        profile: before.profile ?? { place_address, place_link },
        withLinks: carriesLinks(parseStoredInstant(registered), now),
      }),
    );
  };
}

/**
 * Returns future meetings of a client that a letter about the series told and whose sessions are deleted; some may have
 * been cancelled by a later letter.
 */
export async function readGone(
  { reader, owner }: Practice,
  { client, series, nowMs }: { client: string; series: string; nowMs: number },
): Promise<AboutMeeting[]> {
  const rows = await reader
    .selectFrom('told')
    .innerJoin('letters', (join) =>
      join.onRef('letters.id', '=', 'told.letter').onRef('letters.user', '=', 'told.user'),
    )
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.id', '=', 'told.session').onRef('sessions.user', '=', 'told.user'),
    )
    .select('told.session')
    .distinct()
    .where('told.user', '=', owner)
    .where('told.client', '=', client)
    .where('told.start', '>', printEpochMilliseconds(nowMs))
    .where('letters.series', '=', series)
    .where('sessions.id', 'is', null)
    .execute();
  return rows.map(({ session }) => ({ session, before: null, shown: null }));
}
