import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { openStream } from '#proofs/support/event-stream.ts';
import { createTestData } from '#proofs/support/engines.ts';
import { RACES, runRace } from '#proofs/support/races.ts';
import { administer } from '#proofs/support/test-postgres.ts';
import { type Nodes, startNodes } from '#proofs/torture/nodes.ts';
import type { Figure, Part } from '#proofs/torture/part.ts';
import { startPooler } from '#proofs/torture/pgbouncer.ts';

const CONNECTIONS = 4;
const ROUNDS = 10;
const EVENTS = 50;

type Tell = (figure: Figure) => void;

/** Two nodes whose every query goes through a pooler in transaction mode, with few connections for them all. */
export const run: Part = async (tell) => {
  const data = await createTestData('postgres');
  const databaseDirectUrl = String(data.config.databaseUrl);
  tell(await refusals(databaseDirectUrl));
  await administer(databaseDirectUrl, (client) =>
    client.query(`alter database ${new URL(databaseDirectUrl).pathname.slice(1)} set statement_timeout = '15s'`),
  );
  await using pooler = await startPooler(databaseDirectUrl, CONNECTIONS);
  const config = { ...data.config, databaseUrl: pooler.url, databaseDirectUrl };
  const where = `postgres behind pgbouncer ${pooler.version}, 2 processes, ${CONNECTIONS} connections`;
  await using nodes = await startNodes('postgres', {}, { config, dispose: () => data.dispose() });
  await race(nodes, where, tell);
  await hear(nodes, where, tell);
  let past = 0;
  await administer(databaseDirectUrl, async (client) => {
    const beside = `select from pg_stat_activity where datname = current_database() and application_name = 'kabinet'`;
    past = (await client.query(beside)).rowCount ?? 0;
  });
  tell({
    what: 'connections to the database beside the lines of the nodes',
    where,
    measured: String(past),
    wanted: `${CONNECTIONS} at most`,
    ok: past > 0 && past <= CONNECTIONS,
  });
};

/** The errors of a start without the settings for a pooler. */
async function refusals(directUrl: string): Promise<Figure> {
  await using pooler = await startPooler(directUrl, CONNECTIONS);
  const said: string[] = [];
  for (const options of [{}, { directUrl }]) {
    const sentence = await openPostgres(pooler.url, options).then(
      async (db) => {
        await db.close();
        return 'it starts';
      },
      (error: unknown) => (error instanceof StartError ? error.message : String(error)),
    );
    said.push(/DATABASE_DIRECT_URL|statement_timeout/.exec(sentence)?.[0] ?? sentence);
  }
  return {
    what: 'a start without the direct way, and one with a role without a limit',
    where: `postgres behind pgbouncer ${pooler.version}`,
    measured: `refused for ${said.join(', ')}`,
    wanted: 'refused for DATABASE_DIRECT_URL, statement_timeout',
    ok: said.join() === 'DATABASE_DIRECT_URL,statement_timeout',
  };
}

async function race(nodes: Nodes, where: string, tell: Tell): Promise<void> {
  const [one] = RACES;
  if (!one) throw new Error('There are no races.');
  const rounds = await runRace(nodes, one, { rounds: ROUNDS, callers: one.callers });
  const right = rounds.filter(({ faults }) => faults.length === 0).length;
  tell({
    what: `${one.title}, ${one.callers} at once`,
    where,
    measured: `${right} rounds right, the longest ${Math.max(...rounds.map(({ milliseconds }) => milliseconds)).toFixed(0)} ms`,
    wanted: `${ROUNDS} rounds right`,
    ok: right === ROUNDS,
  });
}

/** Clients created, changed, listed and deleted at one node; the other publishes the events. */
async function hear(nodes: Nodes, where: string, tell: Tell): Promise<void> {
  const { pb } = await nodes.at(0).practitioner();
  const stream = await openStream(nodes.urls[1] ?? '');
  const headers = { 'content-type': 'application/json', authorization: pb.authStore.token };
  // The stream is open at the second node; the request goes to the first.
  const subscribed = await fetch(`${nodes.urls[0]}/api/realtime`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ clientId: stream.clientId, subscriptions: ['clients/*'] }),
  });
  const clients = pb.collection('clients');
  const { id } = await clients.create({ name: 'Мария', phone: '+7 916 204-18-35' });
  const times: number[] = [];
  for (let at = 0; at < EVENTS; at += 1) {
    await clients.update(id, { name: `mark-${at}-end` });
    const answered = performance.now();
    for (let patience = 1000; patience > 0 && !stream.text().includes(`mark-${at}-end`); patience -= 1) await sleep(2);
    times.push(performance.now() - answered);
  }
  const listed = await clients.getFullList();
  await clients.delete(id);
  await stream.close();
  const longest = Math.max(...times);
  tell({
    what: `${EVENTS} writes at one node to a reader at the other`,
    where,
    measured: `the longest ${longest.toFixed(0)} ms after the answer`,
    wanted: '≤ 500 ms',
    ok: subscribed.status === 204 && listed.length === 1 && longest <= 500,
  });
}
