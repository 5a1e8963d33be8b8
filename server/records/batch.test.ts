import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ErrorBody } from '#server/ground/http/error-response.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import {
  practitioner,
  type Practitioner,
  type RecordApp,
  refusalIn,
  sdk,
  startRecordApp,
} from '#proofs/support/records/record-app.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { followRecords } from '#proofs/support/followed-records.ts';

forEachEngine((engine) => {
  let server: RecordApp;
  let anna: Practitioner;
  let boris: Practitioner;
  let told: ReturnType<typeof followRecords>;

  before(async () => {
    server = await startRecordApp(engine);
    anna = await practitioner(server);
    boris = await practitioner(server);
    told = followRecords(server.context);
  });
  after(() => server.dispose());

  let phone = 0;
  const client = (values: object = {}) => ({ name: 'Мария', phone: `+7 900 ${(phone += 1)}00`, ...values });
  const stored = async () =>
    (await anna.pb.collection('clients').getFullList({ sort: 'id' })).map((record) => ({ ...record }));
  const post = async (body: object, token = anna.token) => {
    const response = await fetch(`${server.direct}/api/batch`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as ErrorBody };
  };

  test('API-01 a batch of the SDK writes in order and answers each request', async () => {
    await told();
    const id = newRecordId();
    const batch = anna.pb.createBatch();
    batch.collection('clients').create(client({ id }), { fields: '*,id:excerpt(4,true)' });
    batch
      .collection('sessions')
      .create({ client: id, date: '2026-11-23' }, { expand: 'client', fields: 'expand.client.name' });
    batch.collection('clients').upsert({ id, name: 'Обновлена' });
    batch.collection('clients').upsert(client({ id: newRecordId() }));
    batch.collection('clients').update(id, { description: 'ещё' });
    const other = newRecordId();
    batch.collection('clients').create(client({ id: other }));
    batch.collection('clients').delete(other);
    const results = await batch.send();
    assert.deepEqual(
      results.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200, 204],
    );
    assert.equal(results[0]?.body.id, `${id.slice(0, 4)}...`);
    assert.deepEqual(results[1]?.body, { expand: { client: { name: 'Мария' } } });
    assert.equal(results[2]?.body.name, 'Обновлена');
    assert.equal(results[6]?.body, null);
    const record = await anna.pb.collection('clients').getOne(id);
    assert.deepEqual([record['name'], record['description']], ['Обновлена', 'ещё']);
    assert.deepEqual(
      (await told()).map(({ action }) => action),
      ['create', 'create', 'update', 'create', 'update', 'create', 'delete'],
    );
  });

  test('API-04 one refused request rolls the whole batch back, wherever it stands', async () => {
    const earlier = await stored();
    await told();
    for (const [at, total] of [
      [0, 1],
      [0, 3],
      [2, 3],
      [24, 50],
      [49, 50],
    ] as const) {
      const batch = anna.pb.createBatch();
      for (let index = 0; index < total; index += 1)
        batch.collection('clients').create(client(index === at ? { name: '' } : {}));
      assert.deepEqual(await refusalIn(batch.send()), {
        status: 400,
        message: 'Batch transaction failed.',
        data: {
          requests: {
            [at]: {
              code: 'batch_request_failed',
              message: 'Batch request failed.',
              response: {
                status: 400,
                message: 'Failed to create record.',
                data: { name: { code: 'validation_required', message: 'Cannot be blank.' } },
              },
            },
          },
        },
      });
    }
    assert.deepEqual([await stored(), await told()], [earlier, []]);
  });

  test('API-04 the first failure in order is the one that is told, whenever it is found out', async () => {
    const same = client();
    const batch = anna.pb.createBatch();
    batch.collection('clients').create(same);
    batch.collection('clients').create(same);
    batch.collection('missing').create({});
    const { requests } = (await refusalIn(batch.send()))['data'];
    assert.deepEqual(Object.keys(requests), ['1']);
    assert.deepEqual(Object.keys(requests['1'].response.data), ['name', 'phone']);
  });

  test('API-03 a batch reaches nothing that its requests alone would not', async () => {
    const foreign = await boris.pb.collection('clients').create(client());
    const attempt = async (fill: (batch: ReturnType<typeof anna.pb.createBatch>) => void, pb = anna.pb) => {
      const batch = pb.createBatch();
      fill(batch);
      return (await refusalIn(batch.send()))['data'].requests['0'].response;
    };
    const missing = { status: 404, message: "The requested resource wasn't found.", data: {} };
    assert.deepEqual(
      await attempt((batch) => batch.collection('clients').update(foreign.id, { name: 'Моё' })),
      missing,
    );
    assert.deepEqual(await attempt((batch) => batch.collection('clients').delete(foreign.id)), missing);
    const upsert = await attempt((batch) => batch.collection('clients').upsert(client({ id: foreign.id })));
    assert.equal(upsert.data.id.code, 'validation_not_unique');
    const moved = await attempt((batch) => batch.collection('clients').create(client({ user: boris.id })));
    assert.equal(moved.status, 400);
    const guest = await attempt((batch) => batch.collection('clients').create(client()), sdk(server.url));
    assert.deepEqual(guest, { status: 400, message: 'Failed to create record.', data: {} });
    const nobody = await attempt((batch) => batch.collection('profiles').create({}));
    assert.equal(nobody.status, 403);
    assert.deepEqual({ ...(await boris.pb.collection('clients').getOne(foreign.id)) }, { ...foreign });
  });

  test('API-01 an inner Authorization is ignored', async () => {
    const url = '/api/collections/clients/records';
    const { status, body } = await post({
      requests: [{ method: 'POST', url, headers: { Authorization: boris.token }, body: client() }],
    });
    assert.equal(status, 200);
    assert.equal((Object.values(body)[0] as unknown as { body: { user: string } }).body.user, anna.id);
  });

  test('API-04 a batch of a wrong shape is told which request and why', async () => {
    const url = '/api/collections/clients/records';
    const one = { method: 'POST', url, body: {} };
    const shape = async (requests: unknown) => {
      const { status, body } = await post({ requests });
      assert.deepEqual([status, body.message], [400, 'Invalid batch request data.']);
      return body.data['requests'] as Record<string, Record<string, { code: string }>>;
    };
    assert.deepEqual(await shape(Array.from({ length: 51 }, () => one)), {
      code: 'validation_length_too_long',
      message: 'The length must be no more than 50.',
      params: { max: 50 },
    });
    const errors = await shape([
      { method: 'TRACE', url },
      one,
      { method: 'POST' },
      { method: 'POST', url: 'x'.repeat(2001) },
      5,
      { ...one, body: [] },
    ]);
    assert.deepEqual(Object.keys(errors), ['0', '2', '3', '4', '5']);
    assert.deepEqual(
      [
        Object.keys(errors['0'] ?? {}),
        Object.keys(errors['2'] ?? {}),
        errors['3']?.['url']?.code,
        Object.keys(errors['5'] ?? {}),
      ],
      [['method'], ['url'], 'validation_length_too_long', ['body']],
    );
    assert.equal((await post({})).status, 400);
    assert.deepEqual((await post({ requests: [] })).body, []);
    for (const request of [
      { method: 'GET', url },
      { method: 'POST', url: '/api/health' },
      { method: 'POST', url: 'http://elsewhere.example/api/collections/clients/records' },
      { method: 'DELETE', url },
      { method: 'PATCH', url },
      { method: 'PUT', url: `${url}/aaaaaaaaaaaaaaa` },
      { method: 'DELETE', url: `${url}/%zz` },
      { method: 'POST', url: '/api/batch', body: { requests: [] } },
    ]) {
      const { body } = await post({ requests: [request] });
      assert.deepEqual(
        [body.message, Object.keys(body.data['requests'] as object)],
        ['Batch transaction failed.', ['0']],
        request.url,
      );
    }
  });

  test('API-04 a batch that takes longer than it may is rolled back', async (t) => {
    const known = await stored();
    const now = performance.now.bind(performance);
    let ahead = 0;
    t.mock.method(performance, 'now', () => now() + (ahead += 2000));
    const requests = [1, 2, 3].map(() => ({ method: 'POST', url: '/api/collections/clients/records', body: client() }));
    const { status } = await post({ requests });
    t.mock.reset();
    assert.equal(status, 400);
    assert.deepEqual(await stored(), known);
  });

  test('API-04 a batch may have 4 MiB and no more', async () => {
    const batch = (bytes: number) =>
      post({ requests: [{ method: 'POST', url: '/x', body: { text: 'x'.repeat(bytes) } }] });
    assert.equal((await batch(4 * 1024 * 1024)).status, 413);
    assert.equal((await batch(3 * 1024 * 1024)).status, 400);
  });

  test('API-04 a record made or deleted earlier in a batch is upserted as what it is by then', async () => {
    const record = await anna.pb.collection('clients').create(client());
    const id = newRecordId();
    const batch = anna.pb.createBatch();
    batch.collection('clients').create(client({ id }));
    batch.collection('clients').upsert({ id, description: 'вторая запись' });
    batch.collection('clients').delete(record.id);
    batch.collection('clients').upsert(client({ id: record.id, name: 'Заново' }));
    const results = await batch.send();
    assert.deepEqual(
      [results[1]?.body.name, results[1]?.body.description, results[3]?.body.name],
      ['Мария', 'вторая запись', 'Заново'],
    );
  });
});
