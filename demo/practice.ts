import { CLIENT_SOURCE, clientKey, clientSearchText } from '#domain/clients/client.ts';
import { sortKey } from '#domain/text/sort-key.ts';
import { type SessionStatus } from '#domain/sessions/session.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Row } from '#server/ground/db/schema.ts';
import {
  type ClientSession,
  type OpenRow,
  recordColumns,
  type Request,
  STARTS,
  UNTOUCHED,
  NOTHING_SAID,
} from '#demo/columns.ts';
import type { OldParts } from '#demo/old-practice.ts';
import { demoRequests, heldByRequest, heldBySession } from '#demo/requests.ts';
import { DEMO_CLIENTS, DEMO_NEWS, DEMO_NOTES, DEMO_THOUGHTS } from '#demo/texts.ts';

const SESSIONS = 300;
const WEEKS_BACK = 40;
const WEEKS_AHEAD = 6;
/** The practitioner has planned in series since then. */
const SERIES_WEEKS = 8;
/** Clients whose series differ from those without an end. */
const [TEN_SESSIONS, AWAY, ENDED] = [6, 4, 12];

/** A client who comes every so many weeks; the sessions from `start` on are made by it. */
export interface DemoSeries {
  client: string;
  start: Temporal.PlainDateTime;
  everyWeeks: number;
  /** Absent: without an end. */
  count?: number;
  /** 'away': the next two are skipped; 'ended': there are no more from today on. */
  turn?: 'away' | 'ended';
}

export interface DemoPractice {
  clients: OpenRow<'clients'>[];
  sessions: ClientSession[];
  notes: OpenRow<'blog_posts'>[];
  hours: Row<'availability_settings'>[];
  requests: Request[];
  heldTime: Row<'held_time'>[];
  series: DemoSeries[];
  /** Of a practice that was kept for years. */
  old?: OldParts;
}

/** Returns a plausible practice at `now`: the same people and texts each time, dates around today. */
export function demoPractice(user: string, timeZone: string, now: Temporal.Instant): DemoPractice {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const hours = weeklyHours(user, today, now);
  const clients = demoClients(user, today, timeZone);
  const sessions = demoSessions(clients, hours, today, timeZone, now);
  const series = demoSeries(clients, sessions, today, timeZone);
  return practiceOf({ user, timeZone, now, hours, clients, sessions, series });
}

interface PracticeBase extends Pick<DemoPractice, 'clients' | 'sessions' | 'hours' | 'series'> {
  user: string;
  timeZone: string;
  now: Temporal.Instant;
}

/** Completes a practice of these clients and sessions with held time, requests for free times, and notes. */
export function practiceOf({ user, timeZone, now, hours, clients, sessions, series }: PracticeBase): DemoPractice {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const heldTime = sessions.filter((session) => session.status !== 'canceled').map(heldBySession);
  const requests = demoRequests(user, hours, heldTime, timeZone, now);
  for (const request of requests) if (request.status === 'pending') heldTime.push(heldByRequest(request));
  return { clients, sessions, notes: demoNotes(user, today, now), hours, requests, heldTime, series };
}

/** Returns five working days, shifted on a weekend so that today is one of them. */
export function weeklyHours(
  user: string,
  today: Temporal.PlainDate,
  now: Temporal.Instant,
): Row<'availability_settings'>[] {
  const lastWorkday = Math.max(5, today.dayOfWeek);
  const working = Array.from({ length: 5 }, (_, index) => (lastWorkday - index) % 7);
  return [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    ...recordColumns(user, now),
    day_of_week: day,
    start_time: '10:00',
    end_time: day === lastWorkday % 7 ? '17:00' : '20:00',
    is_available: working.includes(day) ? 1 : 0,
    breaks: JSON.stringify([{ start: '13:00', end: '14:00' }]),
  }));
}

function demoClients(user: string, today: Temporal.PlainDate, timeZone: string): OpenRow<'clients'>[] {
  return DEMO_CLIENTS.map(({ name, phone, description }, index) => {
    const since = today.subtract({ days: WEEKS_BACK * 7 - index * 9 });
    const registered = since.toZonedDateTime({ timeZone, plainTime: '12:20' }).toInstant();
    return {
      ...recordColumns(user, registered),
      name,
      phone,
      description,
      registration_date: printInstant(registered),
      handmade: index % 3 === 0 ? 0 : 1,
      source: index % 3 === 0 ? CLIENT_SOURCE.site : CLIENT_SOURCE.byHand,
      identity_key: clientKey(name, phone),
      search_text: clientSearchText(name, phone),
      name_key: sortKey(name),
      archived: 0,
      ...NOTHING_SAID,
      place: index % 3 === 1 ? 'online' : '',
      agreed: 0,
      namesake: 0,
      import: null,
    };
  });
}

/** Most come every week or two, one in four every third week. */
function everyWeeks(client: number): number {
  return [1, 2, 2, 3][client % 4] ?? 1;
}

/** Returns sessions for clients who each keep one hour of the week. */
function demoSessions(
  clients: OpenRow<'clients'>[],
  hours: Row<'availability_settings'>[],
  today: Temporal.PlainDate,
  timeZone: string,
  now: Temporal.Instant,
): ClientSession[] {
  const days = hours.filter((day) => day.is_available === 1).map((day) => day.day_of_week);
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const sessions: ClientSession[] = [];
  for (let week = WEEKS_AHEAD; week >= -WEEKS_BACK && sessions.length < SESSIONS; week--) {
    for (const [index, client] of clients.entries()) {
      const weekday = days[index % days.length] ?? 1;
      const time = STARTS[Math.floor(index / days.length) % STARTS.length] ?? '10:00';
      if ((week + index) % everyWeeks(index) !== 0 || sessions.length === SESSIONS) continue;
      const date = monday.add({ days: week * 7 + ((weekday + 6) % 7) });
      const start = date.toZonedDateTime({ timeZone, plainTime: time }).toInstant();
      if (printInstant(start) < client.created) continue;
      sessions.push(demoSession(client, start, sessions.length, now));
    }
  }
  return sessions;
}

/** Returns the series of all who come every week or two, from some weeks ago. */
function demoSeries(
  clients: OpenRow<'clients'>[],
  sessions: ClientSession[],
  today: Temporal.PlainDate,
  timeZone: string,
): DemoSeries[] {
  const from = today.subtract({ weeks: SERIES_WEEKS }).toString();
  return clients.flatMap(({ id: client }, index) => {
    // Sessions are in order from the last to the first.
    const first = sessions.findLast((session) => session.client === client && session.date > from);
    if (!first || everyWeeks(index) > 2) return [];
    const start = Temporal.Instant.from(first.date.replace(' ', 'T')).toZonedDateTimeISO(timeZone).toPlainDateTime();
    return {
      client,
      start,
      everyWeeks: everyWeeks(index),
      ...(index === TEN_SESSIONS && { count: 10 }),
      ...(index === AWAY && { turn: 'away' as const }),
      ...(index === ENDED && { turn: 'ended' as const }),
    };
  });
}

function demoSession(
  client: OpenRow<'clients'>,
  start: Temporal.Instant,
  index: number,
  now: Temporal.Instant,
): ClientSession {
  const past = Temporal.Instant.compare(start, now) < 0;
  const status: SessionStatus = past
    ? index % 13 === 5
      ? 'canceled'
      : 'completed'
    : index % 7 === 3
      ? 'reserved'
      : 'scheduled';
  const held = status === 'completed';
  return {
    ...recordColumns(client.user, Temporal.Instant.compare(start, now) < 0 ? start : now),
    client: client.id,
    date: printInstant(start),
    duration: index % 9 === 4 ? 90 : 60,
    description: '',
    status,
    news: held ? (DEMO_NEWS[index % DEMO_NEWS.length] ?? '') : '',
    thoughts: held ? (DEMO_THOUGHTS[index % DEMO_THOUGHTS.length] ?? '') : '',
    ...UNTOUCHED,
  };
}

function demoNotes(user: string, today: Temporal.PlainDate, now: Temporal.Instant): OpenRow<'blog_posts'>[] {
  return DEMO_NOTES.map(({ title, content, daysAgo }) => ({
    ...recordColumns(user, now),
    title,
    content,
    date: `${today.subtract({ days: daysAgo }).toString()} 00:00:00.000Z`,
  }));
}
