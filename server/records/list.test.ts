import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ClientResponseError, type ListResult, type RecordModel } from 'pocketbase';
import type { ErrorBody } from '#server/ground/http/error-response.ts';
import {
  practitioner,
  type Practitioner,
  type RecordApp,
  sdk,
  startRecordApp,
} from '#proofs/support/records/record-app.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { addClient, addPractitioner, addSession } from '#proofs/support/rows.ts';

forEachEngine((engine) => {
  let server: RecordApp;
  let anna: Practitioner;
  let boris: Practitioner;

  before(async () => {
    server = await startRecordApp(engine);
    anna = await practitioner(server);
    boris = await practitioner(server);
    for (const [at, name] of ['Яна', 'Пётр Ё', 'анна', 'Борис', 'Анна Иванова'].entries()) {
      const created = `2026-11-0${at + 1} 10:00:00.000Z`;
      await addClient(server.data.db, anna.id, { name, phone: `+7 916 000-00-0${at}`, created, handmade: at % 2 });
    }
    await addClient(server.data.db, boris.id, {
      name: 'Чужой',
      phone: '+7 999 999-99-99',
      description: 'secret of Boris',
    });
  });
  after(() => server.dispose());

  const get = (path: string, token = anna.token) =>
    fetch(`${server.url}/api/collections/${path}`, { headers: { authorization: token } });
  const getPage = async (path: string, token?: string) =>
    (await (await get(path, token)).json()) as ListResult<RecordModel>;
  const names = async (query: object) =>
    (await anna.pb.collection('clients').getFullList(query)).map((record) => record['name']);

  test('API-02 a list has page 1 of 30 a page, and says how many there are', async () => {
    const page = await anna.pb.collection('clients').getList();
    assert.deepEqual(
      { ...page, items: page.items.length },
      { page: 1, perPage: 30, totalItems: 5, totalPages: 1, items: 5 },
    );
    const second = await anna.pb.collection('clients').getList(2, 2);
    assert.deepEqual(
      [second.page, second.perPage, second.totalItems, second.totalPages, second.items.length],
      [2, 2, 5, 3, 2],
    );
    const beyond = await anna.pb.collection('clients').getList(9, 2);
    assert.deepEqual([beyond.totalItems, beyond.items], [5, []]);
  });

  test('API-02 the effective perPage is echoed: at most 1000, never less than one', async () => {
    for (const [query, page, perPage] of [
      ['perPage=9999&page=3', 3, 1000],
      ['perPage=0&page=0', 1, 30],
      ['perPage=-5&page=-5', 1, 30],
      ['perPage=7&perPage=9', 1, 7],
    ] as const) {
      const body = await getPage(`clients/records?${query}`);
      assert.deepEqual([body.page, body.perPage], [page, perPage], query);
    }
  });

  test('API-02 skipTotal answers without counting', async () => {
    for (const yes of ['1', 't', 'T', 'TRUE', 'true', 'True']) {
      const body = await getPage(`clients/records?skipTotal=${yes}`);
      assert.deepEqual([body.totalItems, body.totalPages, body.items.length], [-1, -1, 5]);
    }
    assert.equal((await getPage('clients/records?skipTotal=0')).totalItems, 5);
  });

  test('API-02 records carry id, collection, dates in UTC and the empty values of their types', async () => {
    const record = await anna.pb.collection('clients').getFirstListItem("name = 'Яна'");
    const { id, ...rest } = { ...record };
    assert.match(id, /^[a-z0-9]{15}$/);
    assert.deepEqual(rest, {
      collectionId: 'pbc_clients',
      collectionName: 'clients',
      user: anna.id,
      name: 'Яна',
      phone: '+7 916 000-00-00',
      description: '',
      registration_date: '2026-11-21 09:00:00.000Z',
      handmade: false,
      archived: false,
      source: 'Ручной ввод',
      created: '2026-11-01 10:00:00.000Z',
      updated: '2026-11-21 09:00:00.000Z',
    });
  });

  test('API-01 a collection is found by id and by name whatever its case', async () => {
    for (const collection of ['clients', 'CLIENTS', 'pbc_clients']) {
      assert.equal((await getPage(`${collection}/records`)).totalItems, 5, collection);
    }
    for (const missing of ['missing', 'PBC_CLIENTS', 'sign_ins', '__proto__']) {
      const response = await get(`${missing}/records`);
      assert.equal(response.status, 404);
      assert.deepEqual(await response.json(), { status: 404, message: 'Missing collection context.', data: {} });
    }
  });

  test('API-01 lists sort by several fields, along relations, by rowid and at random', async () => {
    assert.deepEqual(await names({ sort: '-created' }), ['Анна Иванова', 'Борис', 'анна', 'Пётр Ё', 'Яна']);
    assert.deepEqual(await names({ sort: 'handmade,-name' }), ['анна', 'Яна', 'Анна Иванова', 'Пётр Ё', 'Борис']);
    assert.deepEqual(await names({ sort: ' +name , -id' }), ['Анна Иванова', 'Борис', 'Пётр Ё', 'Яна', 'анна']);
    assert.deepEqual(await names({ sort: '-@rowid' }), await names({ sort: '-created' }));
    assert.deepEqual(await names({}), await names({ sort: 'created' }));
    assert.equal(new Set(await names({ sort: '@random' })).size, 5);
  });

  test('API-02 pages of equal sort keys neither repeat nor lose a record', async () => {
    const owner = await addPractitioner(server.data.db);
    for (let at = 0; at < 12; at += 1) await addClient(server.data.db, owner, { name: 'Тёзка', phone: `1234567${at}` });
    const pb = sdk(server.url, owner);
    const ids = [];
    for (const page of [1, 2, 3, 4])
      ids.push(...(await pb.collection('clients').getList(page, 3, { sort: '-name' })).items);
    assert.equal(new Set(ids.map(({ id }) => id)).size, 12);
  });

  test('API-01 getFullList walks through all pages', async () => {
    const records = await anna.pb.collection('clients').getFullList({ batch: 2 });
    assert.equal(records.length, 5);
  });

  test('API-01 filters find what they say, without regard to case where ~ is used', async () => {
    const found = async (filter: string) => (await names({ filter, sort: 'created' })).join();
    assert.equal(await found(anna.pb.filter('search_text ~ {:text}', { text: 'анн' })), 'анна,Анна Иванова');
    assert.equal(await found("name ~ 'АНН' && name != 'анна'"), 'Анна Иванова');
    assert.equal(await found("name = 'АННА'"), '');
    assert.equal(await found("name:lower = 'АННА'"), 'анна');
    assert.equal(await found("name ~ 'ПЕТР Е'"), 'Пётр Ё');
    assert.equal(await found('handmade = true'), 'Пётр Ё,Борис');
    assert.equal(await found("created >= '2026-11-04' || name = 'Яна'"), 'Яна,Борис,Анна Иванова');
    assert.equal(await found("created >= '2026-11-04T13:00:00+03:00' && created < @now"), 'Борис,Анна Иванова');
    assert.equal(
      await found("description = ''  && description = null // comment"),
      'Яна,Пётр Ё,анна,Борис,Анна Иванова',
    );
    assert.equal(await found(anna.pb.filter('created < {:date}', { date: new Date('2026-11-02T00:00:00Z') })), 'Яна');
  });

  test('API-04 what cannot be read is a 400 that says why, with no field to blame', async () => {
    for (const query of [
      'filter=missing~"x"',
      'filter=name~"x',
      'filter=()',
      'filter=identity_key="x"',
      'filter=client.user.email~"a"',
      'filter=sessions_via_client.id!=""',
      'filter=name:each="x"',
      'filter=name:lower:lower="x"',
      'filter=handmade:lower=1',
      'filter=@nothing="x"',
      `filter=${'name="x"||'.repeat(60)}name="x"`,
      'filter=%00',
      'sort=missing',
      'sort=identity_key',
      'sort=search_text,,name',
      "sort='name'",
      'sort=null',
      `sort=${'name,'.repeat(8)}name`,
      'page=a',
      'page=1.5',
      'perPage=1e3',
      'page=99999999999999999999',
      'skipTotal=a',
      'fields=name:unknown(1)',
    ]) {
      const response = await get(`clients/records?${encodeURI(query)}`);
      const body = (await response.json()) as ErrorBody;
      assert.deepEqual([response.status, body.status, body.data], [400, 400, {}], query);
      assert.match(body.message, /^Invalid \w+: .+\.$/, query);
    }
  });

  test('API-04 hidden fields, as if they were unknown', async () => {
    const answers = await Promise.all(
      ['identity_key', 'no_such_key'].map(async (name) => (await get(`clients/records?filter=${name}='x'`)).text()),
    );
    assert.equal(answers[0], answers[1]);
  });

  test('API-04 the names of rules are refused, even inside a text', async () => {
    for (const query of [
      'filter=@request.auth.id!=""',
      "filter=name='@collection.users.id'",
      'sort=@request.auth.title',
    ]) {
      assert.equal((await get(`clients/records?${encodeURI(query)}`)).status, 403, query);
    }
  });

  test('API-01 fields picks parts of records, excerpts and expanded relations', async () => {
    const client = await addClient(server.data.db, boris.id, { name: 'Ольга', phone: '+79990000001' });
    await addSession(server.data.db, boris.id, client.id, { news: '<p>Первая  новость</p> и вторая', duration: 45 });
    const list = boris.pb.collection('sessions');
    const pick = async (fields: string) => (await list.getList(1, 1, { fields, expand: 'client,missing' })).items[0];
    assert.deepEqual({ ...(await pick('duration,missing')) }, { duration: 45 });
    assert.deepEqual({ ...(await pick('news:excerpt(6)')) }, { news: 'Первая' });
    assert.deepEqual({ ...(await pick('news:beginning(11)')) }, { news: '<p>Первая н...' });
    assert.deepEqual({ ...(await pick('news:excerpt(8,true),id:excerpt(4, true)')) }['news'], 'Первая н...');
    assert.deepEqual({ ...(await pick('expand.client.name')) }, { expand: { client: { name: 'Ольга' } } });
    assert.deepEqual({ ...(await pick('expand.client')) }['expand'], {
      client: await boris.pb.collection('clients').getOne(client.id),
    });
    const all = await pick('*,expand.client.name');
    assert.deepEqual([all?.['duration'], all?.expand], [45, { client: { name: 'Ольга' } }]);
    assert.deepEqual({ ...(await pick('missing')) }, {});
    const page = await getPage('sessions/records?fields=id', boris.token);
    assert.deepEqual(Object.keys(page.items[0] ?? {}), ['id']);
    assert.equal(page.page, 1);
  });

  test('API-01 expand shows one’s own related records, to a depth', async () => {
    const sessions = boris.pb.collection('sessions');
    const [session] = (await sessions.getList(1, 1, { expand: 'client.user' })).items;
    assert.equal(session?.expand?.['client'].expand.user.id, boris.id);
    assert.equal(session?.expand?.['client'].name, 'Ольга');
    const one = await sessions.getOne(session?.id ?? '', { expand: 'client' });
    assert.equal(one.expand?.['client'].id, one['client']);
    assert.equal('expand' in (await sessions.getOne(one.id, { expand: 'missing,date' })), false);
    assert.deepEqual((await names({ expand: 'user' })).length, 5);
  });

  test('API-01 filters and sorts reach one relation further', async () => {
    const sessions = boris.pb.collection('sessions');
    assert.equal(
      (await sessions.getList(1, 5, { filter: "client.name ~ 'ольг'", sort: '-client.name' })).totalItems,
      1,
    );
    assert.equal((await sessions.getList(1, 5, { filter: "client.search_text ~ '0000001'" })).totalItems, 1);
    assert.equal((await sessions.getList(1, 5, { filter: `user.id = '${boris.id}'` })).totalItems, 1);
  });

  test('API-05 a long text that almost stands in long notes is not looked for at every letter', async () => {
    const owner = await addPractitioner(server.data.db);
    const client = await addClient(server.data.db, owner);
    for (let at = 0; at < 4; at += 1) {
      const thoughts = 'а'.repeat(98_000) + at;
      await addSession(server.data.db, owner, client.id, { thoughts });
    }
    const needles = ['б', 'в', 'г', 'д'].map((last) => `thoughts ~ '${'а'.repeat(479)}${last}'`);
    const sessions = sdk(server.url, owner).collection('sessions');
    const [began, earlier] = [performance.now(), process.threadCpuUsage()];
    assert.deepEqual((await sessions.getList(1, 1, { filter: needles.join(' || '), fields: 'id' })).items, []);
    const { user, system } = process.threadCpuUsage(earlier);
    // On SQLite the search runs in this thread; PostgreSQL can be slow because of other tests.
    assert.ok(user + system < 1_000_000, `${user + system} µs`);
    assert.ok(performance.now() - began < 10_000);
  });

  test('API-03 a list is one’s own whatever is asked for', async () => {
    for (const filter of [
      "name != ''",
      '1 = 1',
      `user = '${boris.id}'`,
      `user != '${anna.id}'`,
      "description ~ 'secret'",
      `id != ''`,
    ]) {
      const { items } = await anna.pb.collection('clients').getList(1, 100, { filter, expand: 'user' });
      assert.ok(
        items.every((record) => record['user'] === anna.id),
        filter,
      );
    }
    assert.equal((await anna.pb.collection('users').getList()).totalItems, 1);
  });

  test('API-03 another practitioner’s record is a 404, byte for byte the same as a missing one', async () => {
    const { id } = await boris.pb.collection('clients').getFirstListItem("name = 'Чужой'");
    const foreign = await get(`clients/records/${id}`);
    const headers = (response: Response) => [...response.headers].filter(([name]) => name !== 'date');
    for (const missing of ['aaaaaaaaaaaaaaa', 'short', 'a%2Fb', '%00', encodeURIComponent('ё'.repeat(40))]) {
      const response = await get(`clients/records/${missing}`);
      assert.deepEqual([foreign.status, response.status], [404, 404], missing);
      assert.deepEqual(headers(response), headers(foreign));
      assert.equal(await response.clone().text(), await foreign.clone().text());
    }
    await assert.rejects(anna.pb.collection('clients').getOne(''), ClientResponseError);
  });

  test('API-03 a guest’s lists are empty and a guest’s views a 404; a collection without an owner is a 403', async () => {
    const guest = sdk(server.url);
    assert.deepEqual(await guest.collection('clients').getList(), {
      page: 1,
      perPage: 30,
      totalItems: 0,
      totalPages: 0,
      items: [],
    });
    const { items } = await anna.pb.collection('clients').getList(1, 1);
    assert.equal((await get(`clients/records/${items[0]?.id}`, '')).status, 404);
    assert.equal((await get('clients/records?filter=missing=1', '')).status, 400);
    for (const token of [anna.token, '']) assert.equal((await get('blog_posts/records', token)).status, 403);
  });

  test('PUBLIC-03 a guest finds a profile by its exact hash alone, and sees four fields of it', async () => {
    const guest = sdk(server.url).collection('profiles');
    const profile = await anna.pb.collection('profiles').getFirstListItem(`user = '${anna.id}'`);
    const hash = String(profile['booking_hash']);
    const found = await guest.getFirstListItem(`booking_hash = '${hash}'`);
    assert.deepEqual({ ...found }, { id: profile.id, user: anna.id, name: 'Анна Петрова', booking_hash: hash });
    assert.equal(
      (await guest.getList(1, 1, { filter: `booking_hash="${hash}"`, expand: 'user' })).items[0]?.expand?.['user'],
      undefined,
    );
    assert.deepEqual((await guest.getList(2, 1, { filter: `booking_hash="${hash}"` })).items, []);
    for (const filter of [
      '',
      `booking_hash != ''`,
      `booking_hash ~ '${hash.slice(0, 4)}'`,
      `booking_hash >= '${hash}'`,
      `booking_hash:lower = '${hash}'`,
      `'${hash}' = booking_hash`,
      `booking_hash = '${hash}' && name != ''`,
      `booking_hash = '${hash}' || 1 = 1`,
      `id = '${profile.id}'`,
      `booking_hash = ''`,
      `booking_hash = booking_hash`,
    ]) {
      assert.deepEqual((await guest.getList(1, 30, { filter })).items, [], filter);
    }
    assert.equal((await get(`profiles/records/${profile.id}`, '')).status, 404);
  });
});
