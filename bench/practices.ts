import { type ClientSession, type OpenRow, type Request, UNTOUCHED, NOTHING_SAID } from '#demo/columns.ts';
import { clientKey, clientSearchText, CLIENT_SOURCE } from '#domain/clients/client.ts';
import { sortKey } from '#domain/text/sort-key.ts';
import { printEpochMilliseconds, printInstant } from '#domain/time/instant.ts';
import type { NewRow, Row } from '#server/ground/db/schema.ts';
import { FIRST_NAMES, LAST_NAMES, PATRONYMICS } from '#demo/names.ts';
import { type Random, seeded } from '#demo/seeded.ts';
import { DEMO_NEWS, DEMO_THOUGHTS } from '#demo/texts.ts';

const HOUR = 3_600_000;
/** Sessions of a working day, from nine o'clock in Moscow. */
const A_DAY = 5;
const FIRST_HOUR_UTC = 6;
const WEEKS_AHEAD = 6;
/** Requests wait for times of their own, hour after hour from here. */
const REQUESTS_FROM = Temporal.Instant.from('2028-01-01T00:00:00Z').epochMilliseconds;
const REQUEST_PHONES = '+7 900 ';

/** How much one practitioner has. */
export interface Size {
  /** Names the account: NAME@bench.example. */
  name: string;
  clients: number;
  sessions: number;
  requests: number;
}

export interface Practice {
  user: Row<'users'>;
  profile: NewRow<'profiles'>;
  days: Row<'availability_settings'>[];
  clients: OpenRow<'clients'>[];
  sessions: ClientSession[];
  requests: Request[];
  held: Row<'held_time'>[];
  journal: NewRow<'journal'>[];
}

export interface Seeding {
  now: Temporal.Instant;
  /** One for all accounts: different passwords would change no figure. */
  passwordHash: string;
  /** Texts of a held session: how many sentences of news, and as many of thoughts. */
  sentences: number;
}

/** The same practice for the same name, wherever and how often it is made: dates stand around `now`. */
export function makePractice(size: Size, seeding: Seeding): Practice {
  const random = randomOf(size.name);
  const { now } = seeding;
  const stamp = printInstant(now);
  const user = accountOf(size.name, random, seeding);
  const clients = Array.from({ length: size.clients }, (_, at) => clientOf(user.id, at, random, now));
  const starts = workingHours(size.sessions, now);
  const sessions = starts.map((start, at) =>
    sessionOf({ user: user.id, client: clients[at % clients.length]?.id ?? '', start, at }, random, seeding),
  );
  const requests = Array.from({ length: size.requests }, (_, at) => requestOf(user.id, at, random, stamp));
  return {
    user,
    profile: profileOf(user, random),
    days: weekOf(user.id, random, stamp),
    clients,
    sessions,
    requests,
    held: [
      ...sessions.map(({ id }, at) => heldBy(user.id, 'session', id, starts[at] ?? 0)),
      ...requests.map(({ id }, at) => heldBy(user.id, 'booking', id, REQUESTS_FROM + at * HOUR)),
    ],
    journal: [
      ...clients.map(({ id }) => entryOf(user.id, 'clients', id, id, stamp)),
      ...sessions.map(({ id, client, created }) => entryOf(user.id, 'sessions', id, client, created)),
      ...requests.map(({ id }) => entryOf(user.id, 'booking', id, '', stamp)),
    ],
  };
}

/** FNV-1a: names that differ in a digit begin rows of numbers that have nothing in common. */
/** Numbers of this practice; of a thousand some are drawn twice, so that its ids begin with its own. */
function randomOf(name: string): Random {
  const random = seeded(numberOf(name));
  const own = (numberOf(name) >>> 0).toString(36).padStart(7, '0');
  return Object.assign(random, { id: () => own + Array.from({ length: 8 }, () => random(36).toString(36)).join('') });
}

function numberOf(name: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 16_777_619);
  return hash;
}

function accountOf(name: string, random: Random, { now, passwordHash }: Seeding): Row<'users'> {
  const stamp = printInstant(now);
  const email = `${name}@bench.example`;
  return {
    id: random.id(),
    created: stamp,
    updated: stamp,
    email,
    email_key: email,
    deleted: null,
    locked: null,
    emailVisibility: 0,
    verified: 1,
    name: 'Анна Петрова',
    password_hash: passwordHash,
    token_key: `${random.id()}${random.id()}${random.id()}${random.id()}`.slice(0, 50),
    idleSignOut: 0,
    pending_key: '',
    registered_device: '',
  };
}

function profileOf(user: Row<'users'>, random: Random): NewRow<'profiles'> {
  return {
    id: random.id(),
    created: user.created,
    updated: user.updated,
    user: user.id,
    name: user.name,
    booking_hash: `${random.id()}${random.id()}`,
    time_zone: 'Europe/Moscow',
    license_key: 'VALID_BENCH',
    license_status: 'active',
    license_verified_at: user.created,
    license_expires_at: '2099-01-01 00:00:00.000Z',
    min_notice_minutes: 0,
    max_days_ahead: 180,
    buffer_minutes: 0,
    days_off: '[]',
  };
}

function weekOf(user: string, random: Random, stamp: string): Row<'availability_settings'>[] {
  return [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    id: random.id(),
    created: stamp,
    updated: stamp,
    user,
    day_of_week: day,
    start_time: '09:00',
    end_time: '18:00',
    is_available: day === 0 || day === 6 ? 0 : 1,
    breaks: '[{"start":"13:00","end":"14:00"}]',
  }));
}

function clientOf(user: string, at: number, random: Random, now: Temporal.Instant): OpenRow<'clients'> {
  const sex = random(2) === 0 ? 'female' : 'male';
  const name = `${random.of(LAST_NAMES)[sex]} ${random.of(FIRST_NAMES[sex])} ${random.of(PATRONYMICS[sex])}`;
  const phone = `+7 (916) ${String(at).padStart(7, '0')}`;
  const stamp = printEpochMilliseconds(now.epochMilliseconds - (at + 1) * 1000);
  return {
    id: random.id(),
    created: stamp,
    updated: stamp,
    user,
    name,
    phone,
    description: random.of(DEMO_NEWS),
    registration_date: stamp,
    handmade: 1,
    source: CLIENT_SOURCE.byHand,
    identity_key: clientKey(name, phone),
    search_text: clientSearchText(name, phone),
    name_key: sortKey(name),
    archived: 0,
    ...NOTHING_SAID,
    agreed: 0,
    namesake: 0,
    import: null,
  };
}

/** The last hours of a calendar that is full on working days, six weeks ahead at the end; in order. */
function workingHours(count: number, now: Temporal.Instant): number[] {
  const hours: number[] = [];
  let day = now.toZonedDateTimeISO('UTC').toPlainDate().add({ weeks: WEEKS_AHEAD });
  for (; hours.length < count; day = day.subtract({ days: 1 })) {
    if (day.dayOfWeek > 5) continue;
    const midnight = day.toZonedDateTime('UTC').epochMilliseconds;
    for (let place = A_DAY - 1; place >= 0; place -= 1) hours.push(midnight + (FIRST_HOUR_UTC + place) * HOUR);
  }
  return hours.slice(0, count).toReversed();
}

function sessionOf(
  { user, client, start, at }: { user: string; client: string; start: number; at: number },
  random: Random,
  { now, sentences }: Seeding,
): ClientSession {
  const past = start < now.epochMilliseconds;
  const stamp = printEpochMilliseconds(Math.min(start, now.epochMilliseconds) - 24 * HOUR + (at % 1000));
  const text = (of: readonly string[]): string =>
    past ? Array.from({ length: sentences }, () => random.of(of)).join(' ') : '';
  return {
    id: random.id(),
    created: stamp,
    updated: stamp,
    user,
    client,
    date: printEpochMilliseconds(start),
    duration: 60,
    description: '',
    status: past ? 'completed' : 'scheduled',
    thoughts: text(DEMO_THOUGHTS),
    ...UNTOUCHED,
    news: text(DEMO_NEWS),
  };
}

function requestOf(user: string, at: number, random: Random, stamp: string): Request {
  const sex = random(2) === 0 ? 'female' : 'male';
  return {
    id: random.id(),
    created: stamp,
    updated: stamp,
    user,
    name: `${random.of(FIRST_NAMES[sex])} ${random.of(LAST_NAMES)[sex]}`,
    phone: `${REQUEST_PHONES}${String(at).padStart(7, '0')}`,
    date: printEpochMilliseconds(REQUESTS_FROM + at * HOUR),
    status: 'pending',
    message: '',
    time_zone: '',
  };
}

function heldBy(user: string, source: 'session' | 'booking', sourceId: string, start: number): Row<'held_time'> {
  return { user, start_ms: start, end_ms: start + HOUR, source, source_id: sourceId, deliberate: 0 };
}

function entryOf(
  user: string,
  subject: 'clients' | 'sessions' | 'booking',
  record: string,
  client: string,
  created: string,
): NewRow<'journal'> {
  const author =
    subject === 'booking'
      ? ({ author: 'visitor', sign_in: '', address: '', device: '' } as const)
      : ({
          author: 'practitioner',
          sign_in: 'benchbenchbench',
          address: '203.0.113.7',
          device: 'Chrome, Windows',
        } as const);
  return { user, created, action: 'create', subject, record, client, fields: '[]', count: 1, ...author, day: '' };
}
