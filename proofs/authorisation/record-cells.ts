import { PASSWORD } from '#proofs/support/accounts/account.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import type { Collection } from '#server/records/collection.ts';
import type { LiveRoute } from '#proofs/support/live-routes.ts';
import type { Ask } from '#proofs/support/ask.ts';
import type { PracticeIds } from '#proofs/support/planted-practice.ts';
import { anyone, owners, type Verdict } from '#proofs/authorisation/actors.ts';

export const OPERATIONS = [
  'list',
  'search',
  'view',
  'create',
  'create under its id',
  'update',
  'batch create',
  'batch update',
  'batch upsert',
  'batch create under its id',
  'batch upsert of all fields',
  'subscribe to one',
  'subscribe to all',
  'batch delete',
  'delete',
] as const;
export type Operation = (typeof OPERATIONS)[number];

const RECORDS = '/api/collections/:collection/records';

/** The route that an operation takes. */
export const ROUTE_OF: Record<Operation, LiveRoute> = {
  list: `GET ${RECORDS}`,
  search: `GET ${RECORDS}`,
  view: `GET ${RECORDS}/:id`,
  create: `POST ${RECORDS}`,
  'create under its id': `POST ${RECORDS}`,
  update: `PATCH ${RECORDS}/:id`,
  'batch create': 'POST /api/batch',
  'batch update': 'POST /api/batch',
  'batch upsert': 'POST /api/batch',
  'batch create under its id': 'POST /api/batch',
  'batch upsert of all fields': 'POST /api/batch',
  'batch delete': 'POST /api/batch',
  'subscribe to all': 'POST /api/realtime',
  'subscribe to one': 'POST /api/realtime',
  delete: `DELETE ${RECORDS}/:id`,
};

/** Records with an owner: theirs alone, and missing for all others. */
const OWNED: Record<Operation, Verdict> = {
  list: anyone(200),
  search: anyone(200),
  view: owners(200),
  create: owners(200, 400),
  // The id is taken by an existing record with other values.
  'create under its id': anyone(400),
  update: owners(200),
  'batch create': owners(200, 400),
  'batch update': owners(200, 400),
  'batch upsert': owners(200, 400),
  'batch create under its id': anyone(400),
  'batch upsert of all fields': owners(200, 400),
  'subscribe to all': anyone(204),
  'subscribe to one': anyone(204),
  'batch delete': owners(200, 400),
  delete: owners(204),
};

/** The same for records that calls of their own change: no record call does. */
const READ_ONLY: Record<Operation, Verdict> = {
  ...OWNED,
  create: anyone(403),
  'create under its id': anyone(403),
  update: anyone(403),
  delete: anyone(403),
  'batch create': anyone(400),
  'batch update': anyone(400),
  'batch upsert': anyone(400),
  'batch upsert of all fields': anyone(400),
  'batch delete': anyone(400),
};

/** The expected status of every operation on every collection. A missing collection fails the suite. */
export const RECORD_CELLS: Record<RecordTable, Record<Operation, Verdict>> = {
  clients: OWNED,
  series: READ_ONLY,
  series_skips: READ_ONLY,
  letters: READ_ONLY,
  erasures: READ_ONLY,
  // Its owner marks it as seen.
  news: {
    ...READ_ONLY,
    update: owners(200),
    'batch update': owners(200, 400),
    'batch upsert': owners(200, 400),
  },
  consent_documents: {
    ...OWNED,
    update: anyone(403),
    delete: anyone(403),
    'batch update': anyone(400),
    'batch upsert': anyone(400),
    'batch upsert of all fields': anyone(400),
    'batch delete': anyone(400),
  },
  consents: { ...OWNED, delete: anyone(403), 'batch upsert of all fields': anyone(400), 'batch delete': anyone(400) },
  sessions: OWNED,
  payments: OWNED,
  blog_posts: OWNED,
  templates: OWNED,
  availability_settings: OWNED,
  // Visitors ask for consultations, signed in or not.
  booking: { ...OWNED, create: anyone(200), 'batch create': anyone(200), 'batch upsert of all fields': anyone(400) },
  // Made by registration, deleted with the account.
  profiles: {
    ...OWNED,
    create: anyone(400),
    'batch create': anyone(400),
    'batch delete': anyone(400),
    delete: anyone(403),
  },
  // Anyone registers.
  users: {
    ...OWNED,
    create: anyone(200),
    'batch create': anyone(200),
    'batch upsert of all fields': anyone(400),
    // It takes the password, alone.
    'batch delete': anyone(400),
  },
};

interface Sample {
  /** Ids of the planted records; operations use different ones. */
  ids(practice: PracticeIds): readonly string[];
  /** The body of a create; a new one on each call. */
  create(practice: PracticeIds, turn: number): Record<string, unknown>;
  change: Record<string, unknown>;
}

/** Records to make and to change, of every collection. */
export const SAMPLES: Record<RecordTable, Sample> = {
  clients: {
    ids: ({ clients }) => clients,
    create: ({ owner }, turn) => ({ user: owner, name: `Новый ${turn}`, phone: `+7 916 100-00-${10 + turn}` }),
    change: { description: 'иначе' },
  },
  series: {
    ids: ({ series }) => series,
    create: ({ owner, clients }) => ({ user: owner, client: clients[0], start: '2027-01-04T09:00', every_weeks: 1 }),
    change: { until: '2027-01-04' },
  },
  series_skips: {
    ids: ({ skips }) => skips,
    create: ({ owner, series }) => ({ user: owner, series: series[0], occurrence: '2027-01-04' }),
    change: { reason: 'chosen' },
  },
  letters: {
    ids: ({ letters }) => letters,
    create: ({ owner, clients, sessions }) => ({ user: owner, client: clients[0], session: sessions[0] }),
    change: { state: 'sent' },
  },
  news: {
    ids: ({ news }) => news,
    create: ({ owner, clients }) => ({ user: owner, client: clients[0], kind: 'client_stopped' }),
    change: { seen: true },
  },
  erasures: {
    ids: ({ erasures }) => erasures,
    create: ({ owner, clients }) => ({ user: owner, client: clients[0], reason: 'request' }),
    change: { reason: 'term' },
  },
  consent_documents: {
    ids: ({ documents }) => documents,
    create: ({ owner }, turn) => ({ user: owner, title: 'Согласие', text: `Новый текст ${turn}` }),
    change: { title: 'Иначе' },
  },
  consents: {
    ids: ({ consents }) => consents,
    create: ({ owner, documents, clients }) => ({
      user: owner,
      document: documents[0],
      client: clients[0],
      given_at: '2026-11-20 09:00:00.000Z',
    }),
    change: { withdrawn_at: '2026-11-21 09:00:00.000Z' },
  },
  sessions: {
    ids: ({ sessions }) => sessions,
    create: ({ owner, clients }, turn) => ({
      user: owner,
      client: clients[0],
      date: Temporal.Instant.from('2027-01-01T06:00:00Z')
        .add({ hours: 24 * turn })
        .toString(),
    }),
    change: { news: 'иначе' },
  },
  payments: {
    ids: ({ payments }) => payments,
    create: ({ owner, clients }, turn) => ({ user: owner, client: clients[0], amount: 100 + turn }),
    change: { note: 'иначе' },
  },
  blog_posts: {
    ids: ({ notes }) => notes,
    create: ({ owner }, turn) => ({
      user: owner,
      title: `Запись ${turn}`,
      content: 'Текст записи',
      date: '2026-11-20',
    }),
    change: { content: 'Текст иначе' },
  },
  templates: {
    ids: ({ templates }) => templates,
    create: ({ owner }, turn) => ({ user: owner, name: `Шаблон ${turn}`, text: 'Запрос:\nИтог:' }),
    change: { text: 'Иначе' },
  },
  availability_settings: {
    ids: ({ days }) => days,
    create: ({ owner }, turn) => ({
      user: owner,
      day_of_week: [0, 5, 6][turn % 3],
      start_time: '09:00',
      end_time: '18:00',
      is_available: true,
    }),
    change: { start_time: '08:00' },
  },
  booking: {
    ids: ({ bookings }) => bookings,
    create: ({ owner }, turn) => ({
      user: owner,
      name: 'Посетитель',
      phone: '+7 916 200-00-00',
      // On Mondays, eight a day, as far ahead as visitors can ask.
      date: Temporal.Instant.from('2026-12-07T06:00:00Z')
        .add({ hours: (turn % 8) + 24 * 7 * ((turn >> 3) % 22) })
        .toString(),
    }),
    change: { status: 'cancelled' },
  },
  profiles: {
    ids: ({ profile }) => [profile],
    create: ({ owner }) => ({ user: owner, name: 'Практика' }),
    change: { max_days_ahead: 90 },
  },
  users: {
    ids: ({ owner }) => [owner],
    create: (_practice, turn) => ({
      email: `new${turn}@example.com`,
      password: 'correct horse battery',
      passwordConfirm: 'correct horse battery',
    }),
    change: { emailVisibility: false },
  },
};

/** The request that sets a stream's subscriptions. */
export function subscription(clientId: string, subscriptions: readonly string[], token?: string): Ask {
  const body = { clientId, subscriptions };
  // Streams are opened from the same address.
  return {
    method: 'POST',
    url: '/api/realtime',
    address: '127.0.0.1',
    body,
    ...(token === undefined ? {} : { token }),
  };
}

const turns = new Map<RecordTable, number>();

/** The request of an operation on a collection, for this practice's records. `clientId` names a stream. */
export function requestFor(
  operation: Operation,
  { name }: Pick<Collection, 'name'>,
  practice: PracticeIds,
  clientId: string,
): Ask {
  const sample = SAMPLES[name];
  const ids = sample.ids(practice);
  const records = `/api/collections/${name}/records`;
  const record = (at: number) => `${records}/${ids[at % ids.length]}`;
  const batch = (method: string, url: string, body: object = {}): Ask => ({
    method: 'POST',
    url: '/api/batch',
    body: { requests: [{ method, url, body }] },
  });
  const subscribe = (topic: string): Ask => subscription(clientId, [topic]);
  const created = (): Record<string, unknown> => {
    const turn = (turns.get(name) ?? 0) + 1;
    turns.set(name, turn);
    return sample.create(practice, turn);
  };
  switch (operation) {
    case 'list':
      return { method: 'GET', url: `${records}?perPage=1000&expand=user,client.user` };
    case 'search':
      return { method: 'GET', url: `${records}?filter=${encodeURIComponent(`id = '${ids[0]}'`)}` };
    case 'view':
      return { method: 'GET', url: `${record(0)}?expand=user,client` };
    case 'create':
      return { method: 'POST', url: records, body: created() };
    case 'create under its id':
      return { method: 'POST', url: records, body: { ...created(), user: '', id: ids[0] } };
    case 'update':
      return { method: 'PATCH', url: record(0), body: sample.change };
    case 'batch create':
      return batch('POST', records, created());
    case 'batch create under its id':
      return batch('POST', records, { ...created(), user: '', id: ids[0] });
    case 'batch upsert of all fields':
      // Not the Monday, which visitors book.
      return batch('PUT', records, { ...created(), id: ids.at(-1) });
    case 'batch update':
      return batch('PATCH', record(1), sample.change);
    case 'batch upsert':
      return batch('PUT', records, { id: ids[1 % ids.length], ...sample.change });
    case 'batch delete':
      return batch('DELETE', record(2));
    case 'delete':
      return { method: 'DELETE', url: record(3), ...(name === 'users' && { body: { password: PASSWORD } }) };
    case 'subscribe to all':
      return subscribe(`${name}/*`);
    case 'subscribe to one':
      return subscribe(`${name}/${ids[0]}`);
    default:
      return operation satisfies never;
  }
}
