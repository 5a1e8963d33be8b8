import assert from 'node:assert/strict';
import { get } from 'node:http';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { collections } from '#server/collections.ts';
import { openStream } from '#proofs/support/event-stream.ts';
import { addBooking, addClient, addSession } from '#proofs/support/rows.ts';
import { onServer, refusalOf, type TestPractitioner } from '#proofs/support/test-server.ts';

interface Start {
  position: string;
  lists: ({ items: { id: string; name?: string }[]; totalItems: number } | null)[];
}

const CLIENTS = 'clients?page=1&perPage=60&skipTotal=false&sort=-created&fields=id,name';
const SESSIONS = 'sessions?page=1&perPage=30&sort=-date&expand=client&fields=id,news,expand.client.name';
const COUNT = "booking?page=1&perPage=1&fields=id&filter=status = 'pending'";

onServer((server) => {
  const start = ({ pb }: Pick<TestPractitioner, 'pb'>, ...list: unknown[]): Promise<Start> =>
    pb.send('/api/start', { query: { list } });
  /** A practitioner with a client, a session and a request. */
  const practice = async (name: string) => {
    const practitioner = await server.practitioner();
    const client = await addClient(server.context.db, practitioner.owner, { name });
    await addSession(server.context.db, practitioner.owner, client.id, { date: '2026-11-23 09:00:00.000Z' });
    await addBooking(server.context.db, practitioner.owner, { date: '2026-11-24 09:00:00.000Z' });
    return practitioner;
  };

  test('API-03 a page’s first lists come at once, each as the record API gives it, and the caller’s own alone', async () => {
    const anna = await practice('Анна');
    const boris = await practice('Борис');
    const alone = await Promise.all(
      [CLIENTS, SESSIONS, COUNT].map((list) => {
        const [collection, query] = list.split('?');
        return anna.pb.send(`/api/collections/${collection}/records?${encodeURI(query ?? '')}`, {});
      }),
    );
    const { lists } = await start(anna, CLIENTS, SESSIONS, COUNT);
    assert.deepEqual(lists, alone);
    assert.deepEqual(
      lists[0]?.items.map(({ name }) => name),
      ['Анна'],
    );
    assert.equal(lists[2]?.totalItems, 1);

    const foreign = await start(
      boris,
      `${CLIENTS}&filter=user = "${anna.owner}"`,
      `${SESSIONS}&filter=client.name = 'Анна'`,
    );
    assert.deepEqual(
      foreign.lists.map((list) => list?.items),
      [[], []],
    );
  });

  test('API-04 a list that the record API refuses is null and takes none of the others along', async () => {
    const anna = await practice('Анна');
    const { lists } = await start(
      anna,
      'nothing?page=1',
      `${CLIENTS}&filter=user ~`,
      'journal',
      'clients?page=x',
      COUNT,
    );
    assert.deepEqual(
      lists.map((list) => list?.totalItems ?? null),
      [null, null, null, null, 1],
    );
    assert.deepEqual((await start(anna)).lists, []);
    const refusal = await refusalOf(start(anna, ...Array.from({ length: 11 }, () => COUNT)));
    assert.equal(refusal.status, 400);
  });

  test('API-03 a guest and a refused token get a 401 and no list', async () => {
    const refusal = await refusalOf(start({ pb: server.visitor() }, CLIENTS));
    assert.equal(refusal.status, 401);
    const answer = await fetch(`${server.url}/api/start?list=clients`, { headers: { Authorization: 'a.b.c' } });
    assert.deepEqual([answer.status, answer.headers.get('www-authenticate')], [401, 'Bearer error="invalid_token"']);
  });

  test('a stream begins at the position of the last start exactly where nothing came in between', async () => {
    const [anna, boris] = [await practice('Анна'), await practice('Борис')];
    const path = `${server.direct}/api/start?list=${encodeURIComponent(COUNT)}`;
    const read = async ({ pb }: TestPractitioner): Promise<string> => {
      const answer = await fetch(path, { headers: { Authorization: pb.authStore.token } });
      const { position }: Start = JSON.parse(await answer.text());
      return position;
    };
    /** Opens a stream and returns where it begins. */
    const connect = async ({ pb }: TestPractitioner, subscriptions = ['clients/*', 'position']): Promise<unknown> => {
      const stream = await openStream(server.direct);
      const answer = await fetch(`${server.direct}/api/realtime`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', Authorization: pb.authStore.token },
        body: JSON.stringify({ clientId: stream.clientId, subscriptions }),
      });
      assert.equal(answer.status, 204);
      await pause(50);
      await stream.close();
      return /^event:position\ndata:(.*)$/m.exec(stream.text())?.[1] ?? null;
    };
    const at = (position: string) => JSON.stringify({ position });
    const before = await read(anna);
    assert.equal(await connect(anna), at(before));
    assert.equal(await connect(anna, ['clients/*']), null);
    // Neither reading nor another practice moves it.
    await start(anna, CLIENTS);
    await boris.pb.collection('clients').create({ name: 'Чужой', phone: '+7 900 100-20-30' });
    assert.equal(await connect(anna), at(before));
    assert.notEqual(await read(boris), before);

    const moved = async (change: () => Promise<unknown>) => {
      const last = await read(anna);
      await change();
      for (let attempt = 0; (await read(anna)) === last; attempt += 1) {
        if (attempt === 400) assert.fail('the position stays');
        await pause(5);
      }
      assert.notEqual(await connect(anna), at(last));
      assert.equal(await connect(anna), at(await read(anna)));
    };
    await moved(() => anna.pb.collection('clients').create({ name: 'Новый', phone: '+7 900 100-20-30' }));
    const { db, events } = server.context;
    // More than a stream carries, as of an import.
    await moved(() => db.write(async (write) => events.publishMissed(write, anna.owner)));
  });

  test('every list of a start is a view in the journal, as it is alone', async () => {
    const anna = await practice('Анна');
    await start(anna, CLIENTS, SESSIONS, COUNT, 'profiles?page=1');
    const read = async () =>
      server.context.db.read
        .selectFrom('journal')
        .select(['action', 'subject'])
        .where('user', '=', anna.owner)
        .where('action', 'in', ['view', 'view_texts'])
        .execute();
    let found = await read();
    for (let attempt = 0; found.length < 4 && attempt < 400; attempt += 1) {
      await pause(5);
      found = await read();
    }
    const lines = found.map(({ action, subject }) => `${action} ${subject}`);
    assert.deepEqual(lines.toSorted(), ['view booking', 'view clients', 'view sessions', 'view_texts sessions']);
  });

  test('lists beyond 2 MB are null and not in the journal, and take none of the others along', async () => {
    const anna = await server.practitioner();
    const { id } = await addClient(server.context.db, anna.owner, { name: 'Анна' });
    for (let hour = 10; hour < 16; hour += 1) {
      const date = `2026-11-23 ${hour}:00:00.000Z`;
      await addSession(server.context.db, anna.owner, id, { date, thoughts: 'я'.repeat(200_000) });
    }
    const { lists } = await start(anna, 'sessions?fields=thoughts', CLIENTS, 'sessions?fields=thoughts&perPage=1');
    assert.deepEqual(
      lists.map((list) => list?.items.length ?? null),
      [null, 1, 1],
    );
    const texts = server.context.db.read.selectFrom('journal').select('count').where('action', '=', 'view_texts');
    let counted = await texts.where('user', '=', anna.owner).execute();
    for (let attempt = 0; counted.length === 0 && attempt < 400; attempt += 1) {
      await pause(5);
      counted = await texts.where('user', '=', anna.owner).execute();
    }
    assert.deepEqual(counted, [{ count: 1 }]);
  });

  test('large lists are compressed for who takes it, small ones and whatever holds a token are not', async () => {
    const { pb, owner } = await practice('Анна');
    await addClient(server.context.db, owner, { name: 'Вера', description: 'тихо '.repeat(2000) });
    const headers = { Authorization: pb.authStore.token, 'Accept-Encoding': 'gzip' };
    const encodingOf = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${server.url}/api/${path}`, { headers, ...init });
      assert.equal(answer.status, 200);
      assert.ok((await answer.json()) !== null);
      return answer.headers.get('content-encoding');
    };
    const large = 'collections/clients/records?fields=id,description';
    assert.equal(await encodingOf(large), 'gzip');
    assert.equal(await encodingOf(large, { headers: { ...headers, 'Accept-Encoding': 'identity' } }), null);
    assert.equal(await encodingOf('collections/clients/records?fields=id'), null);
    // Both hold a secret or a visitor's text; the collection's id names them too.
    await addBooking(server.context.db, owner, { message: 'тихо '.repeat(500) });
    const { id = '' } = collections.find(({ name }) => name === 'booking') ?? {};
    for (const held of ['booking', id, 'profiles']) {
      assert.equal(await encodingOf(`collections/${held}/records?fields=*`), null);
    }
    // The compressed length of a response with a token and a visitor's text would leak the token.
    const long = 'имя '.repeat(20);
    await pb.collection('users').update(owner, { name: long });
    const refresh = `collections/users/auth-refresh?expand=${'x'.repeat(10)}`;
    assert.equal(await encodingOf(refresh, { method: 'POST' }), null);
  });

  test('of the lists of a start those with a secret or a visitor’s text are sent as they are, the others each compressed alone', async () => {
    const { pb, owner } = await practice('Анна');
    const text = 'тихо '.repeat(2000);
    await addClient(server.context.db, owner, { name: 'Вера', description: text });
    await addBooking(server.context.db, owner, { message: text });
    const raw = async (...lists: string[]) => {
      const query = new URLSearchParams(lists.map((list) => ['list', list])).toString();
      const { hostname, port } = new URL(server.url);
      const headers = { Authorization: pb.authStore.token, 'Accept-Encoding': 'gzip' };
      return new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
        get({ hostname, port, path: `/api/start?${query}`, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
          );
        }).on('error', reject);
      });
    };
    const open = 'clients?fields=description';
    const [alone, both, held, mixed] = [
      await raw(open),
      await raw(open, open),
      await raw('booking?fields=message'),
      await raw(open, 'booking?fields=message'),
    ];
    assert.deepEqual([alone.encoding, both.encoding, mixed.encoding], ['gzip', 'gzip', 'gzip']);
    assert.ok(alone.body.length < text.length / 10, `${alone.body.length}`);
    // Neither the second list nor the request has become shorter by what the first one holds.
    assert.ok(both.body.length > 1.8 * (alone.body.length - 60), `${both.body.length}`);
    assert.ok(mixed.body.includes('тихо тихо') && !alone.body.includes('тихо тихо'));
    assert.ok(held.body.includes('тихо тихо'));
    const { lists }: Start = JSON.parse(gunzipSync(mixed.body).toString());
    assert.deepEqual(
      lists.map((list) => list?.items.length),
      [2, 2],
    );
  });
});
