import { createHash } from 'node:crypto';
import { printInstant } from '#domain/time/instant.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import { type ClientSession, type OpenRow, recordColumns } from '#demo/columns.ts';
import { courses, largeClient, largeSession, pastRequests, renamed, STARTS } from '#demo/large-practice.ts';
import { ODD_NAMES } from '#demo/names.ts';
import { type DemoPractice, practiceOf, weeklyHours } from '#demo/practice.ts';
import { type Random, seeded } from '#demo/seeded.ts';
import { DEMO_NOTES, DEMO_THOUGHTS } from '#demo/texts.ts';

/** The size of a practice of twelve years; of sessions and the journal about. */
export const OLD = { clients: 600, archived: 284, sessions: 14_000, requests: 3000, notes: 800, series: 12 } as const;

const SEED = 20_140_901;
/** How many weeks ago each endless series began. */
const SERIES_WEEKS = [560, 410, 300, 220, 160, 120, 90, 60, 45, 30, 20, 8] as const;
/** Weeks for which all others keep their hour. */
const COURSES = [4, 8, 10, 12, 16, 20, 24, 30, 36, 42] as const;
const CONSENTS = 200;
const DAYS_OFF = 40;
const JOURNAL = 20_000;
const NAMESAKES = 3;

/** What only a practice has that was kept for years. */
export interface OldParts {
  series: NewRow<'series'>[];
  documents: NewRow<'consent_documents'>[];
  consents: NewRow<'consents'>[];
  journal: NewRow<'journal'>[];
  daysOff: { from: string; to: string }[];
}

/**
 * Returns a practice of twelve years: clients in the archive, namesakes and odd names, series of years, a week of sixty,
 * a day of fourteen and five at one hour; the same people and ids each time, with dates around `now`.
 */
export function oldPractice(user: string, timeZone: string, now: Temporal.Instant): DemoPractice {
  const random = seeded(SEED);
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const hours = weeklyHours(user, today, now);
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const places = hours
    .filter((day) => day.is_available === 1)
    .flatMap(({ day_of_week }) => STARTS.slice(0, 5).map((time) => ({ days: (day_of_week + 6) % 7, time })));
  const clients: OpenRow<'clients'>[] = [];
  const sessions: ClientSession[] = [];
  const series: NewRow<'series'>[] = [];
  const came = new Map<string, string>();
  const lengths = Array.from({ length: OLD.clients }, (_, at) => SERIES_WEEKS[at] ?? COURSES[at % COURSES.length] ?? 1);
  for (const [at, { from, weeks, place }] of courses(places.length, lengths, 0).entries()) {
    const { days, time } = places[place] ?? { days: 0, time: STARTS[0] };
    const starts = Array.from({ length: weeks }, (_, week) => monday.add({ days: (from - week) * 7 + days })).map(
      (date) => date.toZonedDateTime({ timeZone, plainTime: time }),
    );
    const first = (starts.at(-1)?.toInstant() ?? now).subtract({ hours: 24 * 3 });
    const client = named(largeClient(user, at, first, random), at);
    const repeats = at < OLD.series ? seriesOf(client, starts, { random, monday, now }) : null;
    if (repeats) series.push(repeats);
    clients.push(client);
    came.set(client.id, printInstant(starts[0]?.toInstant() ?? first));
    for (const start of starts) {
      const session = largeSession(client, start.toInstant(), time, now, random);
      sessions.push(repeats ? { ...session, series: repeats.id, occurrence: start.toPlainDate().toString() } : session);
    }
  }
  const ended = clients.toSorted((a, b) => ((came.get(a.id) ?? '') < (came.get(b.id) ?? '') ? -1 : 1));
  for (const client of ended.slice(0, OLD.archived)) client.archived = 1;
  const crowd = crowdedWeek(clients.slice(OLD.series, 80), monday.add({ weeks: 3 }), { timeZone, now, random });
  sessions.sort((a, b) => (a.date < b.date ? 1 : -1));
  const kept = [...crowd, ...sessions];
  const practice = practiceOf({ user, timeZone, now, hours, clients, sessions: kept, series: [] });
  const crowded = new Set(crowd.map(({ id }) => id));
  return {
    ...practice,
    // Overlaps that were meant.
    heldTime: practice.heldTime.map((held) => (crowded.has(held.source_id) ? { ...held, deliberate: 1 } : held)),
    notes: oldNotes(user, today, now, random),
    requests: [...practice.requests, ...pastRequests(clients, timeZone, now, random, OLD.requests)],
    old: {
      series,
      ...consentsOf(user, clients, now, random),
      journal: oldJournal(user, clients, kept, now),
      daysOff: Array.from({ length: DAYS_OFF }, (_, at) => {
        const from = today.subtract({ weeks: (DAYS_OFF - at) * 15 - 20 });
        return { from: from.toString(), to: from.add({ days: at % 3 === 0 ? 13 : 2 }).toString() };
      }),
    },
  };
}

/** The first ones keep their hour for years; behind them stand namesakes, and names that no rule foresees. */
function named(client: OpenRow<'clients'>, at: number): OpenRow<'clients'> {
  const place = at - OLD.series;
  const name = place >= 0 && place < NAMESAKES ? 'Иванова Анна Сергеевна' : ODD_NAMES[place - NAMESAKES];
  return name === undefined ? client : renamed(client, name);
}

function seriesOf(
  client: OpenRow<'clients'>,
  starts: readonly Temporal.ZonedDateTime[],
  { random, monday, now }: { random: Random; monday: Temporal.PlainDate; now: Temporal.Instant },
): NewRow<'series'> {
  const first = starts.at(-1);
  return {
    id: random.id(),
    user: client.user,
    client: client.id,
    start: first?.toPlainDateTime().toString({ smallestUnit: 'minute' }) ?? '',
    time_zone: first?.timeZoneId ?? '',
    every_weeks: 1,
    until: null,
    duration: 60,
    status: 'scheduled',
    previous: null,
    // The job that makes the year ahead goes on from here.
    made_until: monday.add({ days: 6 }).toString(),
    answer: '{}',
    remind_from: printInstant(now),
    created: client.created,
    updated: client.created,
  };
}

/** Twelve sessions on each day, fourteen on Wednesday, and on Thursday five at noon. */
function crowdedWeek(
  clients: readonly OpenRow<'clients'>[],
  monday: Temporal.PlainDate,
  { timeZone, now, random }: { timeZone: string; now: Temporal.Instant; random: Random },
): ClientSession[] {
  const times = [0, 1, 2, 3, 4].flatMap((day) => {
    const last = day === 2 ? 21 : 19;
    const usual = Array.from({ length: last - 7 }, (_, at) => ({ day, hour: at + 8 }));
    return day === 3 ? [...usual, ...Array.from({ length: 4 }, () => ({ day, hour: 12 }))] : usual;
  });
  return times.flatMap(({ day, hour }, at) => {
    const client = clients[at % clients.length];
    if (!client) return [];
    const plainTime = { hour, minute: 0 };
    const start = monday.add({ days: day }).toZonedDateTime({ timeZone, plainTime }).toInstant();
    return { ...largeSession(client, start, '10:00', now, random), duration: 60, status: 'scheduled' };
  });
}

function oldNotes(
  user: string,
  today: Temporal.PlainDate,
  now: Temporal.Instant,
  random: Random,
): OpenRow<'blog_posts'>[] {
  return Array.from({ length: OLD.notes }, (_, at) => {
    const { title, content } = random.of(DEMO_NOTES);
    const diary = at % 19 === 0 ? `${title}, дневник наблюдений` : title;
    return {
      ...recordColumns(user, now.subtract({ hours: at * 24 * 5 })),
      title: diary,
      content: at % 7 === 0 ? `${content}\n\n${random.of(DEMO_THOUGHTS)}` : content,
      date: `${today.subtract({ days: at * 5 }).toString()} 00:00:00.000Z`,
    };
  });
}

/** A text of agreement in two versions, and who of today's clients gave it on paper. */
function consentsOf(
  user: string,
  clients: readonly OpenRow<'clients'>[],
  now: Temporal.Instant,
  random: Random,
): Pick<OldParts, 'documents' | 'consents'> {
  const since = now.subtract({ hours: 24 * 365 });
  const documents = [1, 2].map((version): NewRow<'consent_documents'> => {
    const text = `Я разрешаю хранить моё имя, телефон и записи о наших встречах. Редакция ${version}.`;
    return {
      ...recordColumns(user, version === 1 ? since.subtract({ hours: 24 * 700 }) : since),
      id: random.id(),
      version,
      title: 'Согласие на обработку персональных данных',
      text,
      hash: createHash('sha256').update(text).digest('hex'),
      retired: version === 1 ? printInstant(since) : null,
    };
  });
  const [, current] = documents;
  const agreed = clients.filter(({ archived }) => archived === 0).slice(0, CONSENTS);
  const consents = agreed.map((client, at): NewRow<'consents'> => {
    client.agreed = 1;
    const given = printInstant(since.add({ hours: at }));
    return {
      ...recordColumns(user, since.add({ hours: at })),
      document: current?.id ?? '',
      client: client.id,
      booking: null,
      given_at: given,
      manner: 'paper',
      withdrawn_at: null,
      address: '',
      device: '',
    };
  });
  return { documents, consents };
}

/** What was written down of the later years: sessions planned and changed, clients added. */
function oldJournal(
  user: string,
  clients: readonly OpenRow<'clients'>[],
  sessions: readonly ClientSession[],
  now: Temporal.Instant,
): NewRow<'journal'>[] {
  const known = new Map(clients.map((client) => [client.id, client]));
  const past = sessions.filter(({ date }) => date < printInstant(now)).slice(0, JOURNAL / 2);
  const entries = past.flatMap(({ id, client, date }): NewRow<'journal'>[] => {
    const entry = {
      user,
      subject: 'sessions',
      record: id,
      client: known.has(client) ? client : '',
      count: 1,
      author: 'practitioner',
      sign_in: '',
      address: '192.0.2.17',
      device: 'Chrome, Windows',
      day: '',
    } as const;
    return [
      { ...entry, created: date, action: 'update', fields: '["status","news","thoughts"]' },
      { ...entry, created: date, action: 'create', fields: '[]' },
    ];
  });
  return entries.toReversed();
}
