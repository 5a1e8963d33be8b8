import fc from 'fast-check';
import { loose } from '#server/ground/db/query.ts';
import { envelopeColumns } from '#server/ground/db/sealed-rows.ts';
import type { Engine } from '#server/ground/db/database.ts';
import { drawn } from '#proofs/support/seed.ts';
import { ANNA, BORIS, NOBODY } from '#proofs/authorisation/steps.ts';
import { type Ask, ask } from '#proofs/support/ask.ts';
import { plantPractice, type PracticeIds, tokenOf } from '#proofs/support/planted-practice.ts';
import { openTestServer, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';

/** The neighbour's own requests, some of which get different responses. */
const NEIGHBOUR_ASKS = 60;
/** The names that differ between the two servers: a response that depends on them leaks one. */
const NAMES = ['Абрамова Анна', 'Яковлев Ян'] as const;

export interface Extraction {
  asked: number;
  /** Requests whose response depends on the neighbour's names: each leaks a bit. */
  told: string[];
  statuses: ReadonlyMap<number, number>;
  /** The same count for the neighbour's own requests: a positive control. */
  toldNeighbour: number;
}

/**
 * Sends two servers requests with conditions on the names of a neighbour's clients, which differ between the servers.
 */
export async function extractBlindly(engine: Engine, count: number): Promise<Extraction> {
  await using first = await openNamed(engine, NAMES[0]);
  await using second = await openNamed(engine, NAMES[1]);
  const told: string[] = [];
  const statuses = new Map<number, number>();
  const askBoth = async (question: Ask, asker: PracticeIds): Promise<{ status: number; differ: boolean }> => {
    const [one, other] = await Promise.all(
      [first, second].map(async ({ app, context }) => {
        return ask(app, { ...question, token: await tokenOf(context, asker), address: '127.0.0.1' });
      }),
    );
    return { status: one?.status ?? 0, differ: JSON.stringify(one) !== JSON.stringify(other) };
  };
  for (const question of drawn(questions, count)) {
    const { status, differ } = await askBoth(question, ANNA);
    if (differ) told.push(JSON.stringify(question));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  let toldNeighbour = 0;
  for (const question of drawn(list, NEIGHBOUR_ASKS)) {
    toldNeighbour += (await askBoth(question, BORIS)).differ ? 1 : 0;
  }
  return { asked: count, told, statuses, toldNeighbour };
}

async function openNamed(engine: Engine, name: string): Promise<TestServer> {
  const server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
  const { db } = server.context;
  await plantPractice(db, 'anna');
  await plantPractice(db, 'boris');
  await db.write(async (write) => {
    const { trx } = write;
    const search_text = name.toLowerCase();
    await trx.updateTable('clients').set({ name, search_text }).where('user', '=', BORIS.owner).execute();
    await trx.updateTable('booking').set({ name }).where('user', '=', BORIS.owner).execute();
    const texts = { sessions: { description: name }, blog_posts: { title: name, content: '' } };
    for (const [table, ids] of [
      ['sessions', BORIS.sessions],
      ['blog_posts', BORIS.notes],
    ] as const) {
      for (const id of ids) {
        const place = { table, id, user: BORIS.owner };
        const envelope = await envelopeColumns(write, place, texts[table]);
        await loose(trx).updateTable<string>(table).set(envelope).where('id', '=', id).execute();
      }
    }
    const [ownClient = ''] = BORIS.clients;
    if (name === NAMES[1]) await trx.deleteFrom('sessions').where('client', '=', ownClient).execute();
  });
  return server;
}

/** Fields and values that a filter of each collection can contain. */
const KNOWN = {
  clients: ['name', 'search_text', 'description', 'user.name'],
  sessions: ['client.name', 'client.search_text', 'description', 'client'],
  blog_posts: ['title', 'content', 'user.name'],
  booking: ['name', 'message'],
  users: ['name', 'email'],
  profiles: ['name', 'user.name'],
} as const;
type Table = keyof typeof KNOWN;
const REFUSED = `sessions_via_client.description clients_via_user.name user.clients_via_user.name client.user.name
  @collection.clients.name client.identity_key identity_key user.token_key`.split(/\s+/);
const fieldOf = (name: Table) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<string>(...KNOWN[name]) },
    { weight: 1, arbitrary: fc.constantFrom(...REFUSED) },
  );
const guess = fc
  .tuple(fc.constantFrom(...NAMES), fc.nat(13))
  .map(([name, length]) => name.slice(0, length + 1))
  .chain((text) => fc.constantFrom(text, `${text}%`, `%${text}%`, text.toLowerCase()));
const sign = fc.constantFrom('~', '!~', '=', '!=', '<', '<=', '>', '>=', '?~');
const whose = fc.constantFrom('', ` && user = '${BORIS.owner}'`, ` || user = '${BORIS.owner}'`, ` || id != ''`);
const filterOf = (name: Table) =>
  fc
    .tuple(fieldOf(name), sign, guess, whose)
    .map(([field, operator, text, rest]) => `${field} ${operator} '${text}'${rest}`);
const table = fc.constantFrom<Table>('clients', 'sessions', 'blog_posts', 'booking', 'users', 'profiles');
const askedOf = (name: Table) =>
  fc
    .record(
      {
        filter: filterOf(name),
        sort: fc.tuple(fc.constantFrom('', '-'), fieldOf(name)).map((parts) => parts.join('')),
        expand: fc.constantFrom('client', 'client.user', 'clients_via_user', 'sessions_via_client,user'),
        fields: fc.constantFrom('*', 'id', 'expand', '*,expand.client.name'),
        perPage: fc.constantFrom('1', '100'),
        skipTotal: fc.constantFrom('0', '1'),
      },
      { requiredKeys: ['filter'] },
    )
    .map((query) => [name, query] as const);
const asked = table.chain(askedOf);
const list = asked.map(([name, query]): Ask => ({ method: 'GET', url: addressOf(name, query) }));
const theirs = fc.constantFrom(
  ...BORIS.clients,
  ...BORIS.sessions,
  ...BORIS.notes,
  ...BORIS.bookings,
  ...NOBODY.clients,
);
const view = fc.tuple(theirs, asked).map(([id, [name, query]]): Ask => {
  return { method: 'GET', url: addressOf(name, query).replace('/records?', `/records/${id}?`) };
});
/** The batch is refused as a whole, so that nothing changes. */
const batch = fc
  .tuple(table, theirs, guess, fc.constantFrom('PATCH', 'PUT', 'DELETE', 'POST'))
  .map(([name, id, text, method]): Ask => ({
    method: 'POST',
    url: '/api/batch',
    body: {
      requests: [
        {
          method,
          url: `/api/collections/${name}/records${method === 'PATCH' || method === 'DELETE' ? `/${id}` : ''}`,
          body: {
            id,
            user: BORIS.owner,
            name: text,
            phone: '+7 916 000-00-01',
            client: id,
            title: text,
            content: text,
          },
        },
        { method: 'DELETE', url: `/api/collections/clients/records/${NOBODY.clients[0]}` },
      ],
    },
  }));
const topic = fc.tuple(fc.oneof(theirs, fc.constant('*')), asked).map(([id, [name, query]]): Ask => {
  const options = encodeURIComponent(JSON.stringify({ query }));
  const body = { clientId: 'nobodys', subscriptions: [`${name}/${id}?options=${options}`] };
  return { method: 'POST', url: '/api/realtime', body };
});
const elsewhere = theirs.chain((id) =>
  fc.constantFrom<Ask>(
    { method: 'GET', url: `/api/journal?client=${id}` },
    { method: 'GET', url: `/api/sessions/free-slots?date=2026-10-03&except=${id}` },
    { method: 'POST', url: `/api/booking/${id}/approve`, body: {} },
  ),
);

const questions: fc.Arbitrary<Ask> = fc.oneof(
  { weight: 6, arbitrary: list },
  { weight: 2, arbitrary: view },
  { weight: 2, arbitrary: batch },
  { weight: 1, arbitrary: topic },
  { weight: 1, arbitrary: elsewhere },
);

function addressOf(name: string, query: Record<string, string>): string {
  return `/api/collections/${name}/records?${new URLSearchParams(query).toString()}`;
}
