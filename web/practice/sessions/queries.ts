import { hashKey, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListResult } from 'pocketbase';
import { toldApart } from '#domain/clients/told-apart.ts';
import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import type { FreeSlots, Slot } from '#domain/booking/booking.ts';
import type { LettersOff } from '#domain/letters/letter.ts';
import type { SessionOutcome, SessionStatus } from '#domain/sessions/session.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import type { StoredInstant } from '#domain/time/instant.ts';
import { pb } from '#web/ground/api/client.ts';
import { firstRow, firstRows } from '#web/ground/api/first-rows.ts';
import { pageOptions, readList, startedAt, startedList } from '#web/ground/api/lists.ts';
import { queryClient } from '#web/ground/api/query-client.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { ownId } from '#web/ground/api/session.ts';
import type { SessionOrder } from '#web/ground/browser/storage.ts';
import type { PricedClient, PricedSession } from '#web/practice/money/priced.ts';
import type { ClientPlaceRecord } from '#web/practice/places/place-words.ts';
import type { LetterRecord } from '#web/practice/sessions/letter-words.ts';
import type { HeldSpan } from '#web/practice/sessions/overlap.ts';
import type { LetterReader } from '#web/practice/letters/letter-address.ts';
import { CARD_FIELDS, nextList, partList, SESSIONS_PAGE } from '#web/practice/sessions/lists.ts';
import type { StoredSession } from '#web/practice/sessions/session-form.ts';
import type { SessionSearch } from '#web/practice/sessions/day/session-search.ts';
import type { PageQuery } from '#web/ground/api/page-query.ts';
import { readClock } from '#web/ground/browser/clock.ts';

export interface SessionTimeRecord {
  id: string;
  date: StoredInstant;
  /** Minutes. */
  duration: number;
  status: SessionStatus;
  outcome: SessionOutcome;
  /** The series that it is an occurrence of; '' for a single session. */
  series: string;
}

/** The fields of a card; only an opened session loads news and thoughts. */
export interface SessionCardRecord extends SessionTimeRecord, Pick<PricedSession, 'price' | 'waived'> {
  client: string;
  expand?: { client?: { id: string; name: string; namesake?: boolean; phone: string } };
}

export interface SessionRecord extends SessionCardRecord, StoredSession {
  date: StoredInstant;
  status: SessionStatus;
  duration: number;
  description: SealedText;
  /** The local date that the rule of the series assigned to it; '' for a single session. */
  series: string;
  occurrence: string;
  /** How often the client moved it by their link. */
  moves: number;
  expand?: {
    client?: {
      id: string;
      name: string;
      namesake?: boolean;
      phone: string;
      letters_off?: LettersOff;
      time_zone?: string;
    } & LetterReader &
      Partial<ClientPlaceRecord> &
      Pick<PricedClient, 'price' | 'pay_way'>;
  };
  /** Since when the outcome has applied, or when the client last moved it; ''. */
  outcome_at: string;
  /** The time from which its reminder can fall due; '' for an imported session until reminders are requested. */
  remind_from: string;
}

/** How many previous sessions are searched for texts; while writing nobody looks further back. */
const PREVIOUS_AT_MOST = 10;

const DAY = 24 * 60 * 60_000;

function where(...conditions: string[]): string {
  return [pb.filter('user = {:user}', { user: ownId() }), ...conditions.filter(Boolean)].join(' && ');
}

/** A page of the sessions that start after `boundary`, or of the others, depending on the part. */
export function sessionsQuery(
  part: 'upcoming' | 'past',
  order: SessionOrder,
  boundary: StoredInstant,
  search: SessionSearch,
): PageQuery<SessionCardRecord> {
  const key = (page: number) => ['sessions', 'list', part, order, hashKey([search]), page];
  return (page) => ({
    ...pageOptions<SessionCardRecord>(
      [...key(page), boundary],
      partList({ user: ownId(), part, boundary, search }, order, page),
    ),
    // When a session begins, further pages keep their cards until the refetch.
    placeholderData: () =>
      page === 1
        ? undefined
        : queryClient
            .getQueriesData<ListResult<SessionCardRecord>>({ queryKey: key(page) })
            .findLast(([, data]) => data)?.[1],
  });
}

/** The next planned session, of all clients or of one; null if there is none. */
export function nextSessionQuery(boundary: StoredInstant, client: string | null = null) {
  const list = (now: Temporal.Instant) => nextList(ownId(), printInstant(now), client);
  return queryOptions({
    queryKey: ['sessions', 'next', boundary, client],
    initialData: () =>
      firstOf(startedList<SessionCardRecord>(list(Temporal.Instant.fromEpochMilliseconds(startedAt())))),
    queryFn: async ({ signal }) => firstOf(await readList<SessionCardRecord>(list(readClock()), signal)),
    // Refetch then, because a session can begin between two boundaries.
    refetchInterval: ({ state }) => untilBegun(state.data?.date ?? null, readClock()),
  });
}

/** Milliseconds until a session begins; false if it has begun, or begins in more than a day. */
function untilBegun(date: StoredInstant | null, now: Temporal.Instant): number | false {
  if (date === null) return false;
  const wait = parseStoredInstant(date).epochMilliseconds - now.epochMilliseconds + 1;
  return wait > 0 && wait < DAY ? wait : false;
}

function firstOf(page: ListResult<SessionCardRecord>): SessionCardRecord | null;
function firstOf(page: ListResult<SessionCardRecord> | undefined): SessionCardRecord | null | undefined;
function firstOf(page: ListResult<SessionCardRecord> | undefined): SessionCardRecord | null | undefined {
  return page && (page.items[0] ?? null);
}

const TIME_FIELDS = 'id,date,duration,status,outcome,series';

/** A page of a client's sessions, newest first. */
export function clientSessionsQuery(client: string): PageQuery<SessionTimeRecord> {
  return (page) => ({
    queryKey: ['sessions', 'of-client', client, page],
    queryFn: ({ signal }) => readOfClient(page, pb.filter('client = {:client}', { client }), '-date', signal),
  });
}

/** A page of a client's sessions that start after `boundary`, nearest first, or of the others, newest first. */
export function clientPartQuery(
  client: string,
  part: 'upcoming' | 'past',
  boundary: StoredInstant,
): PageQuery<SessionTimeRecord> {
  const [sign, sort] = part === 'upcoming' ? ['>', 'date'] : ['<=', '-date'];
  const condition = pb.filter(`client = {:client} && date ${sign} {:boundary}`, { client, boundary });
  return (page) => ({
    queryKey: ['sessions', 'part-of-client', client, part, boundary, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readOfClient(page, condition, sort, signal),
  });
}

function readOfClient(page: number, condition: string, sort: string, signal: AbortSignal) {
  const asked = { filter: where(condition), sort, fields: TIME_FIELDS, skipTotal: page > 1, signal };
  return pb.collection('sessions').getList<SessionTimeRecord>(page, SESSIONS_PAGE, asked);
}

/** The client's newest session that is not cancelled, past or future; null when there is none. */
export function lastSessionQuery(client: string) {
  return queryOptions({
    queryKey: ['sessions', 'last', client],
    queryFn: ({ signal }) =>
      firstRow<SessionTimeRecord>('sessions', {
        filter: where(pb.filter("client = {:client} && status != 'canceled'", { client })),
        sort: '-date',
        fields: TIME_FIELDS,
        signal,
      }),
  });
}

/** The session of a client that begins at an instant and is not cancelled, or null. */
export function sessionAtQuery(client: string, date: StoredInstant) {
  return queryOptions({
    queryKey: ['sessions', 'at', client, date],
    staleTime: 0,
    queryFn: ({ signal }) =>
      firstRow<SessionTimeRecord>('sessions', {
        filter: where(pb.filter("client = {:client} && date = {:date} && status != 'canceled'", { client, date })),
        fields: TIME_FIELDS,
        signal,
      }),
  });
}

/** The texts of a client's last sessions before an instant, newest first. */
export function previousTextsQuery(client: string, except: string, before: StoredInstant) {
  return queryOptions({
    queryKey: ['sessions', 'previous', client, except, before],
    queryFn: ({ signal }) =>
      firstRows<Pick<SessionRecord, 'id' | 'date' | 'news' | 'thoughts'>>('sessions', PREVIOUS_AT_MOST, {
        filter: where(
          pb.filter("client = {:client} && date < {:before} && status = 'completed'", { client, before }),
          pb.filter('id != {:except}', { except }),
        ),
        sort: '-date',
        fields: 'id,date,news,thoughts',
        signal,
      }),
    // After a change of the start, keeps the previous texts until the new ones arrive.
    placeholderData: (former) => former,
  });
}

/** One session with all its texts. */
export function sessionQuery(id: string) {
  return queryOptions({
    queryKey: ['sessions', 'one', id],
    queryFn: ({ signal }) =>
      pb.collection('sessions').getOne<SessionRecord>(id, {
        expand: 'client',
        fields: `*,${CARD_FIELDS},expand.client.letters_off,expand.client.email,expand.client.reminders,expand.client.time_zone,expand.client.place,expand.client.place_link,expand.client.price,expand.client.pay_way`,
        signal,
      }),
  });
}

/** The limit of one request; no session has more letters. */
const LETTERS_AT_MOST = 100;

/** The letters about one session. */
export function sessionLettersQuery(session: string) {
  return queryOptions({
    queryKey: ['letters', session],
    queryFn: ({ signal }) =>
      firstRows<LetterRecord>('letters', LETTERS_AT_MOST, {
        filter: where(pb.filter('session = {:session}', { session })),
        sort: '-created',
        expand: 'booking',
        fields: 'id,kind,state,created,not_before,sent_at,reason,start,expand.booking.email',
        signal,
      }),
  });
}

/** A request that waits for a decision. */
interface RequestRecord {
  id: string;
  name: string;
  date: StoredInstant;
}

/**
 * The taken times of a day ('YYYY-MM-DD' in the zone) and of the next, into which a late session can reach: sessions
 * not cancelled and waiting requests. A session lasts a day at most, so one of the previous day can still be running.
 */
export function heldTimeQuery(date: string, timeZone: string) {
  return queryOptions({
    queryKey: ['sessions', 'held', date, timeZone],
    queryFn: async ({ signal }): Promise<HeldSpan[]> => {
      const midnight = Temporal.PlainDate.from(date).toZonedDateTime(timeZone);
      const from = printInstant(midnight.subtract({ days: 1 }).toInstant());
      const to = printInstant(midnight.add({ days: 2 }).toInstant());
      const span = pb.filter('date >= {:from} && date < {:to}', { from, to });
      const [sessions, requests] = await Promise.all([
        pb.collection('sessions').getFullList<SessionCardRecord>({
          filter: where(span, "status != 'canceled'"),
          expand: 'client',
          fields: CARD_FIELDS,
          signal,
        }),
        pb.collection('booking').getFullList<RequestRecord>({
          filter: where(span, "status = 'pending' && held_since != ''"),
          fields: 'id,name,date',
          signal,
        }),
      ]);
      return [
        ...sessions.map((session) => ({
          id: session.id,
          kind: 'session' as const,
          name: session.expand?.client ? toldApart(session.expand.client) : '',
          status: session.status,
          ...spanFrom(session.date, session.duration),
        })),
        ...requests.map(({ id, name, date: start }) => ({
          id,
          kind: 'request' as const,
          name,
          status: 'reserved' as const,
          ...spanFrom(start, BOOKING_DURATION),
        })),
      ];
    },
  });
}

function spanFrom(date: StoredInstant, minutes: number): { start: Temporal.Instant; end: Temporal.Instant } {
  const start = parseStoredInstant(date);
  return { start, end: start.add({ minutes }) };
}

/** The free starts of a day ('YYYY-MM-DD') for a length in minutes; the edited session's own time counts as free. */
export function freeTimesQuery(date: string, duration: number, except: string | null) {
  return queryOptions({
    queryKey: ['sessions', 'free-times', date, duration, except],
    queryFn: async ({ signal }): Promise<Slot[]> => {
      const query = { date, duration, ...(except !== null && { except }) };
      const free = await pb.send<FreeSlots>('/api/sessions/free-slots', { query, signal });
      return free.days.find((day) => day.date === date)?.slots ?? [];
    },
    // With another length on the same day, keeps the previous times until the new ones arrive; not on another day.
    placeholderData: (former: Slot[] | undefined, query) => (query?.queryKey[2] === date ? former : undefined),
  });
}

/** How many days are searched for a free start. */
const DAYS_AHEAD = 14;

/** The next free start from a day ('YYYY-MM-DD') on, for a length in minutes; null if the searched days have none. */
export function nextFreeQuery(from: string, duration: number) {
  return queryOptions({
    queryKey: ['sessions', 'next-free', from, duration],
    queryFn: async () => {
      for (let days = 0; days < DAYS_AHEAD; days += 1) {
        const date = Temporal.PlainDate.from(from).add({ days }).toString();
        const [first] = await queryClient.fetchQuery(freeTimesQuery(date, duration, null));
        if (first) return { date, time: first.time };
      }
      return null;
    },
  });
}

/** Refetches the queries that a changed session affects. */
export function refreshSessions(): Promise<void> {
  return readAgain(['sessions']);
}
