import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { collections } from '#server/collections.ts';
import { FORBIDDEN_VALUES, inTurn, tryAssignments } from '#proofs/authorisation/mass-assignment.ts';
import { SAMPLES } from '#proofs/authorisation/record-cells.ts';
import { type Answer, type Ask, ask } from '#proofs/support/ask.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { plantPractice, type PracticeIds, practiceIds, tokenOf } from '#proofs/support/planted-practice.ts';
import { rowsOf } from '#proofs/support/stored-rows.ts';
import { openTestServer, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let server: TestServer;
  let anna: PracticeIds;
  let boris: PracticeIds;
  let token: string;
  const missing = practiceIds('nikto');

  before(async () => {
    server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
    anna = await plantPractice(server.context.db, 'anna');
    boris = await plantPractice(server.context.db, 'boris');
    token = await tokenOf(server.context, anna);
  });
  after(() => server.dispose());

  const send = (request: Ask): Promise<Answer> => ask(server.app, { token, ...request });
  const all = async (): Promise<string[]> => [
    ...(await rowsOf(server.context.db, anna.owner)),
    ...(await rowsOf(server.context.db, boris.owner)),
  ];

  it('API-04 no field that is not the caller’s is set, whatever is sent and however', async () => {
    const names = Object.getOwnPropertyNames(Object.prototype);
    // Names that no collection has are dropped before any statement. All by every way: `npm run torture -- authorisation`.
    const unknown = engine === 'sqlite' ? {} : { unknown: [] };
    const { tried, faults } = await tryAssignments(server, FORBIDDEN_VALUES.slice(0, 1), {
      waysOf: inTurn,
      ...unknown,
    });
    assert.deepEqual(faults, []);
    assert.ok(tried > (engine === 'sqlite' ? 400 : 100), String(tried));
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), names);
    assert.ok(!('polluted' in {}));
  });

  it('API-03 no relation leads to a neighbour’s record, and the owner never changes, however it is sent', async () => {
    const earlier = await all();
    let refused = 0;
    for (const collection of collections) {
      const { name } = collection;
      const records = `/api/collections/${name}/records`;
      const id = SAMPLES[name].ids(anna)[0] ?? '';
      const relations = Object.entries(collection.fields).flatMap(([field, { type, ...rest }]) =>
        type === 'relation' && 'to' in rest ? [[field, rest.to] as const] : [],
      );
      for (const [field, to] of relations) {
        const idIn = (practice: PracticeIds) => SAMPLES[to].ids(practice)[0];
        const ways = (value: unknown): Ask[] => {
          const create = { ...SAMPLES[name].create(anna, 1), [field]: value };
          const batch = (method: string, url: string, body: object): Ask => ({
            method: 'POST',
            url: '/api/batch',
            body: { requests: [{ method, url, body }] },
          });
          const updates: Ask[] = [
            { method: 'PATCH', url: `${records}/${id}`, body: { [field]: value } },
            batch('PATCH', `${records}/${id}`, { [field]: value }),
            batch('PUT', records, { id, [field]: value }),
          ];
          // Visitors name the practitioner whom they ask for a consultation.
          if (name === 'booking') return updates;
          return [...updates, { method: 'POST', url: records, body: create }, batch('POST', records, create)];
        };
        const absent = ways(idIn(missing));
        for (const [at, request] of ways(idIn(boris)).entries()) {
          const foreign = await send(request);
          const { create, update } = collection.access;
          const statuses = [create, update].includes('nobody') ? [400, 403] : [400];
          assert.ok(statuses.includes(foreign.status), `${name}.${field} ${JSON.stringify(request)}`);
          const other = absent[at];
          assert.ok(other);
          assert.deepEqual(await send(other), foreign, `${name}.${field}`);
          refused += 1;
        }
      }
    }
    const approval = { user: boris.owner, client: boris.clients[0] };
    const stranger = await send({ method: 'POST', url: `/api/booking/${boris.bookings[0]}/approve`, body: approval });
    assert.deepEqual(
      await send({ method: 'POST', url: `/api/booking/${missing.bookings[0]}/approve`, body: approval }),
      stranger,
    );
    assert.ok(refused >= 30, String(refused));
    assert.deepEqual(await all(), earlier);
    const neighbours = await rowsOf(server.context.db, boris.owner);
    const approved = await send({ method: 'POST', url: `/api/booking/${anna.bookings[0]}/approve`, body: approval });
    assert.equal(approved.status, 200);
    assert.ok(!approved.body.includes('boris'));
    assert.deepEqual(await rowsOf(server.context.db, boris.owner), neighbours);
  });

  test('API-03 the database itself refuses a session of a neighbour’s client', async () => {
    for (const client of [boris.clients[0], missing.clients[0]]) {
      await assert.rejects(
        server.context.db.write(({ trx }) =>
          trx
            .updateTable('sessions')
            .set({ client: client ?? '' })
            .where('id', '=', anna.sessions[0] ?? '')
            .execute(),
        ),
        /FOREIGN KEY|foreign key/,
      );
    }
    await assert.rejects(
      server.context.db.write(({ trx }) =>
        trx
          .updateTable('sessions')
          .set({ user: boris.owner })
          .where('id', '=', anna.sessions[0] ?? '')
          .execute(),
      ),
      /FOREIGN KEY|foreign key/,
    );
  });

  test('API-02 of a query key that comes twice the first counts, and nothing else changes', async () => {
    const list = (query: string) => send({ method: 'GET', url: `/api/collections/clients/records?${query}` });
    const filter = (text: string) => `filter=${encodeURIComponent(text)}`;
    const one = filter(`id = '${anna.clients[0]}'`);
    for (const [twice, once] of [
      [`${one}&${filter("id != ''")}`, one],
      ['perPage=1&perPage=2', 'perPage=1'],
      ['sort=-id&sort=id', 'sort=-id'],
      ['page=2&page=1&perPage=1', 'page=2&perPage=1'],
      ['fields=id&fields=*', 'fields=id'],
      ['expand=user&expand=', 'expand=user'],
      ['skipTotal=1&skipTotal=0', 'skipTotal=1'],
    ] as const) {
      assert.deepEqual(await list(twice), await list(once), twice);
    }
  });
});
