import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { collections } from '#server/collections.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import { ACTORS, type ActorName, setStage, type Stage, type Verdict } from '#proofs/authorisation/actors.ts';
import {
  type Operation,
  OPERATIONS,
  RECORD_CELLS,
  requestFor,
  ROUTE_OF,
  SAMPLES,
  subscription,
} from '#proofs/authorisation/record-cells.ts';
import { NOTHING_THERE, ROUTE_CELLS } from '#proofs/authorisation/route-cells.ts';
import { type Answer, type Ask, ask } from '#proofs/support/ask.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { openStream, type TestStream } from '#proofs/support/event-stream.ts';
import { CALLS } from '#server/operation/operator/calls.ts';
import { collectRoutes, type LiveRoute } from '#proofs/support/live-routes.ts';
import { type PracticeIds, secretOf } from '#proofs/support/planted-practice.ts';
import { rowsOf } from '#proofs/support/stored-rows.ts';
import { openTestServer, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { makeWebFolder } from '#proofs/support/web-folder.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

interface Cell {
  name: string;
  verdict: Verdict;
  ask(practice: PracticeIds, actor: ActorName): Ask;
  /** The response must not show strangers whether the record exists. */
  alike: boolean;
  /** The owner's account ends. */
  ends: boolean;
}

/** Open to everyone: a visitor names any practitioner, and accounts get ids of their own. */
const UNLIKE = ['booking: create', 'booking: batch create', 'users: create', 'users: batch create'];
const UNDER_ITS_ID: readonly Operation[] = [
  'create under its id',
  'batch create under its id',
  'batch upsert of all fields',
];
const STRANGERS = ACTORS.filter((actor) => actor !== 'owner');

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let server: TestServer;
  let routes: LiveRoute[];
  let folder: string;
  let stage: Stage;
  let streams: Record<ActorName, TestStream>;

  before(async () => {
    folder = await makeWebFolder();
    ({ started: server, routes } = await collectRoutes(() =>
      openTestServer(engine, { webFolder: folder, replace: { limits: UNLIMITED } }),
    ));
    stage = await setStage(server);
    const opened = await Promise.all(ACTORS.map(async (actor) => [actor, await openStream(server.url)] as const));
    streams = Object.fromEntries(opened) as Record<ActorName, TestStream>;
  });
  after(async () => {
    await Promise.all(Object.values(streams).map((stream) => stream.close()));
    await server.dispose();
    await rm(folder, { recursive: true });
  });

  function recordCells(): Cell[] {
    // Accounts last: these cells delete them.
    const tables = (Object.keys(RECORD_CELLS) as RecordTable[]).toSorted((a, b) => +(a === 'users') - +(b === 'users'));
    return tables.flatMap((name) =>
      OPERATIONS.map((operation) => ({
        name: `${name}: ${operation}`,
        verdict: RECORD_CELLS[name][operation],
        ask: (practice, actor) => requestFor(operation, { name }, practice, streams[actor].clientId),
        // A caller who chooses an id learns that it is taken.
        alike: !UNDER_ITS_ID.includes(operation) && !UNLIKE.includes(`${name}: ${operation}`),
        ends: name === 'users' && operation === 'batch delete',
      })),
    );
  }

  function routeCells(): Cell[] {
    return Object.entries(ROUTE_CELLS).map(([route, cells]) => ({
      name: route,
      verdict: cells.verdict,
      ask: (practice) => ({ method: verbOf(route), ...cells.ask(practice) }),
      alike: cells.private === true,
      ends: false,
    }));
  }

  const send = (cell: Cell, practice: PracticeIds, actor: ActorName, token = stage.token[actor]): Promise<Answer> =>
    ask(server.app, { ...cell.ask(practice, actor), ...(token === undefined ? {} : { token }) });

  const forgetVisitors = ({ owner, bookings }: PracticeIds): Promise<unknown> =>
    server.context.db.write(({ trx }) =>
      trx.deleteFrom('booking').where('user', '=', owner).where('id', 'not in', bookings).execute(),
    );

  test('API-03 every route and every collection has its row, and every row its route', () => {
    // The operator's calls come by a socket in the data folder, which its owner alone opens.
    const commands = Object.keys(CALLS).map((name) => `POST /${name}`);
    const served = routes.filter((route) => !NOTHING_THERE.includes(urlOf(route)) && !commands.includes(route));
    // The router serves HEAD wherever it serves GET.
    const verbs = served.filter((route) => verbOf(route) !== 'HEAD' || !served.includes(`GET ${urlOf(route)}`));
    const expected = [...Object.keys(ROUTE_CELLS), ...Object.values(ROUTE_OF), 'GET /api/realtime'];
    assert.deepEqual([...new Set(verbs)].toSorted(), [...new Set(expected)].toSorted());
    assert.deepEqual(Object.keys(RECORD_CELLS).toSorted(), collections.map(({ name }) => name).toSorted());
  });

  it('API-03 strangers are refused on every route, alike for what is there and what is not, and learn and change nothing', async () => {
    const { target, missing } = stage;
    const earlier = await rowsOf(server.context.db, target.owner);
    let cells = 0;
    for (const cell of [...routeCells(), ...recordCells()]) {
      for (const actor of STRANGERS) {
        const name = `${cell.name}, ${actor}`;
        const there = await send(cell, target, actor);
        assert.equal(there.status, cell.verdict[actor], `${name}: ${there.body}`);
        assert.ok(!there.body.includes(secretOf('anna')), name);
        if (cell.alike) assert.deepEqual(await send(cell, missing, actor), there, name);
        cells += 1;
      }
      // A page that many ask asks for work.
      if (cell.name.startsWith('booking: ')) await forgetVisitors(target);
    }
    assert.equal(cells, STRANGERS.length * (Object.keys(ROUTE_CELLS).length + collections.length * OPERATIONS.length));
    const later = await rowsOf(server.context.db, target.owner);
    assert.deepEqual(
      later.filter((row) => earlier.includes(row)),
      earlier,
    );
  });

  it('API-03 every route serves the owner, and gives no other caller a sign of it', async () => {
    const everything = collections.flatMap(({ name }) =>
      [stage.target, stage.second].flatMap((practice) => [`${name}/*`, `${name}/${SAMPLES[name].ids(practice)[0]}`]),
    );
    for (const actor of STRANGERS) {
      const { status } = await ask(server.app, subscription(streams[actor].clientId, everything, stage.token[actor]));
      assert.equal(status, 204);
    }
    const faults: string[] = [];
    for (const cell of [...routeCells(), ...recordCells()]) {
      const answer = cell.ends
        ? await send(cell, stage.second, 'owner', stage.secondToken)
        : await send(cell, stage.target, 'owner');
      if (answer.status !== cell.verdict.owner) faults.push(`${cell.name}: ${answer.status} ${answer.body}`);
    }
    assert.deepEqual(faults, []);
    // The account's end closes its stream after the last event.
    await streams.owner.closed;
    for (const actor of STRANGERS) assert.deepEqual(streams[actor].events(), ['PB_CONNECT'], actor);
    const changeable = collections.filter(({ access }) => access.update === 'owner');
    assert.ok(streams.owner.events().length > changeable.length, streams.owner.events().join(' '));
  });

  test('API-01 HEAD responds as GET does and changes nothing; an address without a route is a 404', async () => {
    for (const route of routes.filter((candidate) => verbOf(candidate) === 'HEAD')) {
      const url = urlOf(route).replaceAll(/:\w+/g, 'x').replace('*', 'x');
      const [head, get] = [
        await ask(server.app, { method: 'HEAD', url }),
        await ask(server.app, { method: 'GET', url }),
      ];
      assert.deepEqual([head.status, head.body], [get.status, ''], route);
    }
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const token = stage.token.other ?? '';
      assert.equal((await ask(server.app, { method, url: '/api/nothing', token })).status, 404, method);
    }
  });
});

function verbOf(route: string): Ask['method'] {
  return route.slice(0, route.indexOf(' ')) as Ask['method'];
}

function urlOf(route: string): string {
  return route.slice(route.indexOf(' ') + 1);
}
