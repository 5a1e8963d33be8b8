import { printEpochMilliseconds } from '#domain/time/instant.ts';
import type { Amount, Request } from '#bench/load.ts';
import type { Planted } from '#bench/plant.ts';
import { PASSWORD } from '#bench/pocketbase.ts';

export const RIVALS = ['kabinet', 'bare', 'pocketbase'] as const;
export type Rival = (typeof RIVALS)[number];

/** The practices that calls are about, and the token of each at one server. */
export interface Cast {
  practices: Record<'reader' | 'searcher' | 'veteran' | 'writer', Planted>;
  /** Accounts to sign in to, many: attempts at one of them are counted. */
  everybody: readonly Planted[];
  token(practice: Planted): string;
}

/** One line of the table. */
export interface Call {
  name: string;
  /** How many calls are in flight at once. */
  connections: number;
  /** Milliseconds of a round; absent: calls are expensive or use something up, and a round has a fixed number of them. */
  calls?: number;
  /** Responses are compared whole; those of writes differ in ids and stamps. */
  compare: 'whole' | 'names' | 'nothing';
  /** The n-th request to a server; absent where it has no such thing. */
  to: Partial<Record<Rival, (cast: Cast, at: number) => Request>>;
}

const QUARTER_HOUR = 900_000;
/** Times for new sessions, one after the other, all free. */
const FREE_FROM = Temporal.Instant.from('2031-01-01T00:00:00Z').epochMilliseconds;
const NEEDLES = ['иван', 'ова', 'мария', 'петр', 'сер', 'алекс', 'ко', 'андреевна', 'ев д', '0001', 'юлия', 'щ'];

export const CALLS: readonly Call[] = [
  {
    name: 'view',
    connections: 16,
    compare: 'whole',
    to: everywhere(
      ({ practices: { reader } }, at) => `${records('sessions')}/${pick(reader.sessions, at)}`,
      ({ practices: { reader } }, at) => `/sessions/${pick(reader.sessions, at)}`,
    ),
  },
  {
    name: 'list of 30 with total',
    connections: 16,
    compare: 'whole',
    to: everywhere(
      ({ practices: { reader } }, at) =>
        query('sessions', { page: pageOf(at), perPage: 30, sort: '-date', filter: `user = '${reader.user}'` }),
      (_, at) => `/sessions?page=${pageOf(at)}`,
    ),
  },
  {
    name: 'list of 500, light fields',
    connections: 16,
    compare: 'whole',
    to: everywhere(
      ({ practices: { reader } }) =>
        query('sessions', {
          perPage: 500,
          skipTotal: 1,
          sort: '-date',
          fields: 'id,client,date,duration,status',
          filter: `user = '${reader.user}'`,
        }),
      () => '/light',
    ),
  },
  {
    name: 'month of the calendar',
    connections: 16,
    compare: 'whole',
    to: everywhere(
      ({ practices: { reader } }, at) =>
        query('sessions', {
          page: 1,
          perPage: 1000,
          skipTotal: 1,
          sort: 'date',
          expand: 'client',
          fields: 'id,date,duration,status,client,expand.client.name',
          filter: `user = '${reader.user}' && date >= '${month(at)}' && date < '${month(at, 1)}'`,
        }),
      (_, at) => `/month?from=${encodeURIComponent(month(at))}&to=${encodeURIComponent(month(at, 1))}`,
    ),
  },
  {
    name: 'search among 10,000 clients',
    connections: 1,
    // All rounds together stay below the limit of an account's long reads (longReadsPerAccount).
    calls: 36,
    compare: 'whole',
    to: everywhere(
      ({ practices: { searcher } }, at) =>
        query('clients', {
          page: 1,
          perPage: 60,
          sort: '-created',
          fields: 'id,name,phone',
          filter: `user = '${searcher.user}' && (search_text ~ '${pick(NEEDLES, at)}')`,
        }),
      (_, at) => `/clients?search=${encodeURIComponent(pick(NEEDLES, at))}`,
      'searcher',
    ),
  },
  {
    name: 'create',
    connections: 16,
    compare: 'names',
    to: {
      kabinet: (cast, at) => write(cast, 'POST', records('sessions'), newSession(cast, at)),
      bare: (cast, at) => write(cast, 'POST', '/sessions', newSession(cast, at)),
      pocketbase: (cast, at) => write(cast, 'POST', records('sessions'), newSession(cast, at)),
    },
  },
  {
    name: 'update',
    connections: 16,
    compare: 'names',
    to: {
      kabinet: (cast, at) => write(cast, 'PATCH', `${records('sessions')}/${ownSession(cast, at)}`, signInNotice(at)),
      bare: (cast, at) => write(cast, 'PATCH', `/sessions/${ownSession(cast, at)}`, signInNotice(at)),
      pocketbase: (cast, at) =>
        write(cast, 'PATCH', `${records('sessions')}/${ownSession(cast, at)}`, signInNotice(at)),
    },
  },
  {
    name: 'batch of 20 creates',
    connections: 4,
    calls: 40,
    compare: 'nothing',
    to: {
      kabinet: batchOfCreates,
      bare: (cast, at) => write(cast, 'POST', '/batch', { steps: newSessions(cast, at) }),
      pocketbase: batchOfCreates,
    },
  },
  {
    name: 'approve a request',
    connections: 4,
    calls: 60,
    compare: 'nothing',
    to: {
      kabinet: (cast, at) =>
        write(cast, 'POST', `/api/booking/${pick(cast.practices.writer.requests, at).id}/approve`, {}),
      bare: (cast, at) => write(cast, 'POST', `/booking/${pick(cast.practices.writer.requests, at).id}/approve`, {}),
      pocketbase: approveByBatch,
    },
  },
  {
    name: 'month of free times beside 10,000 sessions',
    connections: 1,
    calls: 100,
    compare: 'nothing',
    to: {
      kabinet: ({ practices: { veteran } }, at) => {
        const today = Temporal.Now.plainDateISO('Europe/Moscow');
        const path = `/api/booking-page/${veteran.bookingHash}/slots`;
        const days = `from=${today.toString()}&to=${today.add({ days: 30 }).toString()}`;
        return { method: 'GET', path: `${path}?${days}`, headers: { 'X-Forwarded-For': addressOf(at) } };
      },
    },
  },
  {
    name: 'sign-in',
    connections: 4,
    calls: 16,
    compare: 'nothing',
    to: {
      kabinet: ({ everybody }, at) => signInRequest('kabinet', pick(everybody, at), at),
      bare: ({ everybody }, at) => signInRequest('bare', pick(everybody, at), at),
      pocketbase: ({ everybody }, at) => signInRequest('pocketbase', pick(everybody, at), at),
    },
  },
  {
    name: 'auth-refresh',
    connections: 16,
    compare: 'nothing',
    to: {
      kabinet: (cast) => refresh(cast, '/api/collections/users/auth-refresh'),
      bare: (cast) => refresh(cast, '/refresh'),
      pocketbase: (cast) => refresh(cast, '/api/collections/users/auth-refresh'),
    },
  },
];

/** How long or how many calls a round of a line is. */
export function amountOf(call: Call, { ms, share }: { ms: number; share: number }): Amount {
  return call.calls === undefined ? { ms } : { calls: Math.max(call.connections, Math.ceil(call.calls * share)) };
}

/** Signing in, each time from a new address, which no limit has counted yet. */
export function signInRequest(rival: Rival, { email }: Planted, at: number): Request {
  return {
    method: 'POST',
    path: rival === 'bare' ? '/sign-in' : '/api/collections/users/auth-with-password',
    body: JSON.stringify({ identity: email, password: PASSWORD }),
    headers: { 'X-Forwarded-For': addressOf(at) },
  };
}

/** The client address that a proxy would forward. */
function addressOf(at: number): string {
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
}

/** The path of a create, and the beginning of those of a record. */
export function records(collection: string): string {
  return `/api/collections/${collection}/records`;
}

/** A session at a free time. */
export function newSession({ practices: { writer } }: Pick<Cast, 'practices'>, at: number): Record<string, unknown> {
  return {
    user: writer.user,
    client: pick(writer.clients, at),
    date: printEpochMilliseconds(FREE_FROM + at * QUARTER_HOUR),
    duration: 15,
    status: 'scheduled',
  };
}

function everywhere(
  path: (cast: Cast, at: number) => string,
  barePath: (cast: Cast, at: number) => string,
  who: 'reader' | 'searcher' = 'reader',
): Call['to'] {
  const get =
    (of: typeof path) =>
    (cast: Cast, at: number): Request => ({
      method: 'GET',
      path: of(cast, at),
      token: cast.token(cast.practices[who]),
    });
  return { kabinet: get(path), bare: get(barePath), pocketbase: get(path) };
}

function query(collection: string, options: Record<string, string | number>): string {
  const pairs = Object.entries(options).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${records(collection)}?${pairs.join('&')}`;
}

function write(cast: Cast, method: 'POST' | 'PATCH', path: string, body: unknown): Request {
  return { method, path, body: JSON.stringify(body), token: cast.token(cast.practices.writer) };
}

/** Beyond the times of single creates. */
function newSessions(cast: Cast, at: number): Record<string, unknown>[] {
  return Array.from({ length: 20 }, (_, step) => newSession(cast, 1_000_000 + at * 20 + step));
}

function batchOfCreates(cast: Cast, at: number): Request {
  const url = records('sessions');
  return batch(
    cast,
    newSessions(cast, at).map((body) => ({ method: 'POST', url, body })),
  );
}

/** What the same action is where the browser has to put it together. */
function approveByBatch(cast: Cast, at: number): Request {
  const { user, requests } = cast.practices.writer;
  const { id, name, phone, date } = pick(requests, at);
  const client = `c${String(at).padStart(14, '0')}`;
  const person = { id: client, user, name, phone, description: '', source: 'Сайт', search_text: name.toLowerCase() };
  return batch(cast, [
    { method: 'POST', url: records('clients'), body: { ...person, handmade: false } },
    { method: 'POST', url: records('sessions'), body: { user, client, date, duration: 60, status: 'scheduled' } },
    { method: 'PATCH', url: `${records('booking')}/${id}`, body: { status: 'confirmed' } },
  ]);
}

/** A form with one part, as the SDK sends it. */
function batch(cast: Cast, requests: { method: string; url: string; body: unknown }[]): Request {
  const boundary = '----WebKitFormBoundaryBench0000000000';
  const part = 'Content-Disposition: form-data; name="@jsonPayload"';
  return {
    method: 'POST',
    path: '/api/batch',
    type: `multipart/form-data; boundary=${boundary}`,
    body: `--${boundary}\r\n${part}\r\n\r\n${JSON.stringify({ requests })}\r\n--${boundary}--\r\n`,
    token: cast.token(cast.practices.writer),
  };
}

function refresh(cast: Cast, path: string): Request {
  return { method: 'POST', path, token: cast.token(cast.practices.reader), body: '' };
}

function ownSession({ practices: { writer } }: Cast, at: number): string {
  return pick(writer.sessions, at);
}

function signInNotice(at: number): unknown {
  return { news: `Неделя прошла спокойнее, чем прошлая. Запись номер ${at}.` };
}

/** Pages 1 to 10 of a thousand sessions: people turn no further. */
function pageOf(at: number): number {
  return (at % 10) + 1;
}

/** The beginning of one of the last six months in Moscow, or of a month `later`. */
function month(at: number, later = 0): string {
  const first = Temporal.Now.plainDateISO('Europe/Moscow').with({ day: 1 });
  const moved = first.add({ months: (at % 6) - 6 + later });
  return printEpochMilliseconds(moved.toZonedDateTime('Europe/Moscow').epochMilliseconds);
}

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('nothing to ask for');
  return item;
}
