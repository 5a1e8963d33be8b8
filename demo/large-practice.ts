import { CLIENT_SOURCE, clientKey, clientSearchText } from '#domain/clients/client.ts';
import { sortKey } from '#domain/text/sort-key.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import { printInstant } from '#domain/time/instant.ts';
import { type ClientSession, type OpenRow, type Request, UNTOUCHED, NOTHING_SAID } from '#demo/columns.ts';
import { FIRST_NAMES, LAST_NAMES, PATRONYMICS } from '#demo/names.ts';
import { type DemoPractice, practiceOf, weeklyHours } from '#demo/practice.ts';
import { type Random, seeded } from '#demo/seeded.ts';
import { DEMO_CLIENTS, DEMO_NEWS, DEMO_REQUESTS, DEMO_THOUGHTS } from '#demo/texts.ts';

/** The size of a practice of many years. */
export const LARGE = { clients: 5000, sessions: 20_000, requests: 2760 } as const;

const SEED = 20_261_121;
const WEEKS_AHEAD = 6;
export const STARTS = ['10:00', '11:00', '12:00', '14:00', '15:00', '16:00', '17:00', '18:00'] as const;
/** Weeks for which clients keep their hour, four on average. */
const COURSES = [1, 1, 1, 1, 2, 2, 3, 4, 6, 19] as const;

/** Returns the same people, ids and texts each time, with dates around `now`; each hour of the week has a client. */
export function largePractice(user: string, timeZone: string, now: Temporal.Instant): DemoPractice {
  const random = seeded(SEED);
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const hours = weeklyHours(user, today, now);
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const places = hours
    .filter((day) => day.is_available === 1)
    .flatMap(({ day_of_week }) => STARTS.map((time) => ({ days: (day_of_week + 6) % 7, time })));
  const clients: OpenRow<'clients'>[] = [];
  const sessions: ClientSession[] = [];
  // The first hour belongs to one client from the beginning.
  const lengths = Array.from({ length: LARGE.clients }, (_, index) =>
    index === 0 ? Math.floor(LARGE.sessions / places.length) : (COURSES[index % COURSES.length] ?? 1),
  );
  for (const { from, weeks, place } of courses(places.length, lengths, WEEKS_AHEAD)) {
    const { days, time } = places[place] ?? { days: 0, time: STARTS[0] };
    const starts = Array.from({ length: weeks }, (_, week) =>
      monday
        .add({ days: (from - week) * 7 + days })
        .toZonedDateTime({ timeZone, plainTime: time })
        .toInstant(),
    );
    const first = starts.at(-1) ?? now;
    const registered = Temporal.Instant.compare(first, now) < 0 ? first : now;
    const client = largeClient(user, clients.length, registered.subtract({ hours: 24 * 3 }), random);
    clients.push(client);
    sessions.push(...starts.map((start) => largeSession(client, start, time, now, random)));
  }
  sessions.sort((a, b) => (a.date < b.date ? 1 : -1));
  const kept = sessions.slice(0, LARGE.sessions);
  const practice = practiceOf({ user, timeZone, now, hours, clients, sessions: kept, series: [] });
  return {
    ...practice,
    requests: [...practice.requests, ...pastRequests(clients, timeZone, now, random, LARGE.requests)],
  };
}

/** Returns the requests of years, decided on long ago. */
export function pastRequests(
  clients: readonly OpenRow<'clients'>[],
  timeZone: string,
  now: Temporal.Instant,
  random: Random,
  count: number,
): Request[] {
  return Array.from({ length: count }, (_, index) => {
    const start = now.subtract({ hours: (index + 30) * 24 });
    const { user = '', name = '', phone = '' } = clients[index % clients.length] ?? {};
    return {
      id: random.id(),
      user,
      name,
      phone,
      email: '',
      message: random.of(DEMO_REQUESTS).message,
      date: printInstant(start),
      status: random(3) === 0 ? 'cancelled' : 'confirmed',
      withdrawn: 0,
      time_zone: timeZone,
      held_since: null,
      created: printInstant(start.subtract({ hours: 70 })),
      updated: printInstant(start.subtract({ hours: 60 })),
    };
  });
}

/**
 * Returns which client keeps which hour, for as many weeks as `lengths` says, from the furthest week `ahead` into the
 * past.
 */
export function courses(
  places: number,
  lengths: readonly number[],
  ahead: number,
): { from: number; weeks: number; place: number }[] {
  const free = Array.from({ length: places }, () => ahead);
  return lengths.map((weeks) => {
    const place = free.indexOf(Math.max(...free));
    const from = free[place] ?? 0;
    free[place] = from - weeks;
    return { from, weeks, place };
  });
}

/** Returns the client under another name. */
export function renamed(client: OpenRow<'clients'>, name: string): OpenRow<'clients'> {
  const { phone } = client;
  return {
    ...client,
    name,
    identity_key: clientKey(name, phone),
    search_text: clientSearchText(name, phone),
    name_key: sortKey(name),
  };
}

export function largeClient(
  user: string,
  index: number,
  registered: Temporal.Instant,
  random: Random,
): OpenRow<'clients'> {
  const sex = random(2) === 0 ? 'female' : 'male';
  const patronymic = random(3) === 0 ? '' : ` ${random.of(PATRONYMICS[sex])}`;
  const name = `${random.of(LAST_NAMES)[sex]} ${random.of(FIRST_NAMES[sex])}${patronymic}`;
  // The multiplier is coprime to a billion, so no number repeats.
  const digits = String((index * 618_033_989) % 1_000_000_000).padStart(9, '0');
  const phone = `+7 (9${digits.slice(0, 2)}) ${digits.slice(2, 5)}-${digits.slice(5, 7)}-${digits.slice(7)}`;
  const stamp = printInstant(registered);
  const fromSite = random(3) === 0;
  return {
    id: random.id(),
    user,
    name,
    phone,
    description: random.of(DEMO_CLIENTS).description,
    registration_date: stamp,
    handmade: fromSite ? 0 : 1,
    source: fromSite ? CLIENT_SOURCE.site : CLIENT_SOURCE.byHand,
    identity_key: clientKey(name, phone),
    search_text: clientSearchText(name, phone),
    name_key: sortKey(name),
    archived: 0,
    ...NOTHING_SAID,
    agreed: 0,
    namesake: 0,
    import: null,
    created: stamp,
    updated: stamp,
  };
}

export function largeSession(
  client: OpenRow<'clients'>,
  start: Temporal.Instant,
  time: (typeof STARTS)[number],
  now: Temporal.Instant,
  random: Random,
): ClientSession {
  const past = Temporal.Instant.compare(start, now) < 0;
  const status: SessionStatus = past
    ? random(12) === 0
      ? 'canceled'
      : 'completed'
    : random(6) === 0
      ? 'reserved'
      : 'scheduled';
  const held = status === 'completed';
  const stamp = printInstant(past ? start : now);
  return {
    id: random.id(),
    user: client.user,
    client: client.id,
    date: printInstant(start),
    // The last hour before the break can extend into it.
    duration: time === '12:00' && random(3) === 0 ? 90 : random.of([60, 60, 60, 45]),
    description: '',
    status,
    news: held ? `${random.of(DEMO_NEWS)} ${random.of(DEMO_NEWS)}` : '',
    thoughts: held ? `${random.of(DEMO_THOUGHTS)} ${random.of(DEMO_THOUGHTS)}` : '',
    ...UNTOUCHED,
    created: stamp,
    updated: stamp,
  };
}
