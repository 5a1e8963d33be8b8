import { randomBytes } from 'node:crypto';
import { openTestServer, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { raceVisit } from '#proofs/support/visits/visit-race.ts';
import { startNodes } from '#proofs/torture/nodes.ts';
import type { Part } from '#proofs/torture/part.ts';
import { compareSamples } from '#proofs/torture/two-samples.ts';
import type { Database, Engine } from '#server/ground/db/database.ts';

const ROUNDS = 50;
const CALLS = 64;
const CONTROLS = 3;
const GUESSES = 10_000;
const PAIRS = 2000;
const WARM = 100;
const OPENINGS = 500;
const EVEN = { apartMs: 1, p: 0.01 };

type Tell = Parameters<Part>[0];

/** The client's own link: changes at once, guesses, scanners, and what a thief of the database has of it. */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    await races(tell, engine);
    await guesses(tell, engine);
    await openings(tell, engine);
    await theft(tell, engine);
  }
};

async function races(tell: Tell, engine: Engine): Promise<void> {
  await using nodes = await startNodes(engine);
  const rounds = await raceVisit(nodes, { rounds: ROUNDS, calls: CALLS });
  const wrong = rounds.filter((faults) => faults.length > 0);
  for (const fault of new Set(wrong.flat())) console.log(`    ${fault}`);
  tell({
    what: `${CALLS} cancels and moves of one visit at once, every other round against the practitioner's own move`,
    where: nodes.where,
    measured: `${rounds.length - wrong.length} of ${rounds.length} rounds with one outcome and no overlap`,
    wanted: 'all',
    ok: wrong.length === 0,
  });
  const spoil = (id: string) =>
    nodes.db.write(({ trx }) =>
      trx
        .updateTable('sessions')
        .set((row) => ({ moves: row('moves', '+', 1) }))
        .where('id', '=', id)
        .execute(),
    );
  const spoiled = await raceVisit(nodes, { rounds: CONTROLS, calls: 4, spoil });
  const found = spoiled.filter((faults) => faults.length > 0).length;
  tell({
    what: 'control: rounds with a second move written past the server',
    where: nodes.where,
    measured: `${found} found wrong`,
    wanted: `${CONTROLS} of ${CONTROLS}`,
    ok: found === CONTROLS,
  });
}

/** A visit and its token. */
async function plan(server: TestServer): Promise<string> {
  const { pb } = await server.practitioner();
  const { id: client } = await pb.collection('clients').create({ name: 'Мария', phone: '1234567' });
  const { id } = await pb.collection('sessions').create({ client, date: '2026-12-01T07:00:00Z' });
  const { url } = await pb.send<{ url: string }>(`/api/sessions/${id}/visit-link`, { method: 'POST', body: {} });
  return url.slice(url.indexOf('=') + 1);
}

async function open({ url }: { url: string }, token: string, from: string): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
  const response = await fetch(`${url}/api/visit`, { method: 'POST', headers, body: JSON.stringify({ token }) });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - began };
}

function guess(): string {
  return randomBytes(16).toString('base64url');
}

async function guesses(tell: Tell, engine: Engine): Promise<void> {
  {
    await using server = await openTestServer(engine);
    const token = await plan(server);
    const statuses = new Map<number, number>();
    for (let at = 0; at < GUESSES; at += 1) {
      const { status } = await open(server, guess(), '198.51.100.9');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    const known = await open(server, token, '198.51.100.10');
    tell({
      what: `${GUESSES} guessed tokens from one network`,
      where: engine,
      measured: `${statuses.get(200) ?? 0} found, ${statuses.get(404) ?? 0} × 404, ${statuses.get(429) ?? 0} × 429`,
      wanted: '0 found, at most 20 × 404, a neighbour still opens their own',
      ok: !statuses.has(200) && (statuses.get(404) ?? 0) <= 20 && known.status === 200,
    });
  }
  await using server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
  const token = await plan(server);
  // One of them shares all but its last two characters with a link that opens a visit.
  const near = (): string => token.slice(0, -2) + guess().slice(0, 1) + 'A';
  const times = { near: [] as number[], far: [] as number[] };
  for (let at = 0; at < PAIRS + WARM; at += 1) {
    const pair = [
      async () => times.near.push((await open(server, near(), '198.51.100.9')).ms),
      async () => times.far.push((await open(server, guess(), '198.51.100.9')).ms),
    ];
    for (const call of Math.random() < 0.5 ? pair : pair.toReversed()) await call();
  }
  const { apart, p } = compareSamples(times.near.slice(WARM), times.far.slice(WARM));
  tell({
    what: 'times of guesses that share a prefix with a link, and of others',
    where: engine,
    measured: `${PAIRS} pairs, medians ${apart.toFixed(3)} ms apart, p = ${p.toFixed(3)}`,
    wanted: `< ${EVEN.apartMs} ms, p > ${EVEN.p}`,
    ok: apart < EVEN.apartMs && p > EVEN.p,
  });
}

async function openings(tell: Tell, engine: Engine): Promise<void> {
  await using office = await openLetterOffice(engine);
  const { server } = office;
  const anna = await office.practitioner();
  await anna.session(await anna.client(), '2026-12-01T07:00:00Z');
  await office.settle();
  const { raw = '', text = '' } = office.taken().at(-1) ?? {};
  const stop = /List-Unsubscribe:\s+<https?:\/\/[^/]+(\/letters\/stop\/[\w-]+)>/i.exec(raw)?.[1] ?? '';
  const visit = /\/visit#token=[\w-]+/.exec(text)?.[0] ?? '';
  const before = await dump(server.context.db);
  for (let at = 0; at < OPENINGS; at += 1) {
    const path = at % 2 === 0 ? stop : visit.replace('#', at % 4 === 1 ? '#' : '?');
    const method = at % 3 === 0 ? 'HEAD' : 'GET';
    const headers = at % 5 === 0 ? { 'sec-purpose': 'prefetch', purpose: 'prefetch' } : {};
    await (await fetch(server.url + path, { method, headers })).arrayBuffer();
  }
  const same = (await dump(server.context.db)) === before;
  const pressed = await fetch(server.url + stop, { method: 'POST' });
  const changed = (await dump(server.context.db)) !== before;
  tell({
    what: `${OPENINGS} GET, HEAD and prefetches of the links of a letter`,
    where: engine,
    measured: same ? '0 changes' : 'changes',
    wanted: '0 changes, and one by a POST',
    ok: stop !== '' && visit !== '' && same && pressed.status === 204 && changed,
  });
}

const TABLES = ['clients', 'sessions', 'letters', 'letter_stops', 'visit_links', 'booking', 'outbox'] as const;

async function dump({ read }: Database): Promise<string> {
  const rows = await Promise.all(TABLES.map((table) => read.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows);
}

async function theft(tell: Tell, engine: Engine): Promise<void> {
  await using server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
  const tokens: string[] = [];
  for (let at = 0; at < 20; at += 1) tokens.push(await plan(server));
  const stolen = await dump(server.context.db);
  const links = await server.context.db.read.selectFrom('visit_links').selectAll().execute();
  const tries = links.flatMap(({ hash, session, user }) => [
    hash,
    hash.slice(0, 22),
    Buffer.from(hash, 'hex').toString('base64url'),
    Buffer.from(hash, 'hex').subarray(0, 16).toString('base64url'),
    session ?? '',
    user,
  ]);
  const statuses = await Promise.all(tries.map(async (each) => (await open(server, each, '198.51.100.9')).status));
  const opened = statuses.filter((status) => status !== 404).length;
  const inside = tokens.filter((token) => stolen.includes(token)).length;
  const real = (await open(server, tokens[0] ?? '', '198.51.100.9')).status;
  tell({
    what: `a stolen database with ${links.length} links: each of its values as a token`,
    where: engine,
    measured: `${inside} tokens in it, ${opened} of ${tries.length} values open a visit`,
    wanted: '0, 0, and the real one does',
    ok: inside === 0 && opened === 0 && real === 200,
  });
}
