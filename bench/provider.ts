import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '#proofs/support/postgres-server.ts';
import { KEY_NAME } from '#server/ground/sealing/key-file.ts';
import { moveToPostgres } from '#server/data/move/move-to-postgres.ts';
import { CALLS, type Cast } from '#bench/calls.ts';
import { load, type Request } from '#bench/load.ts';
import { machine } from '#bench/machine.ts';
import { plantKabinet, type Planted } from '#bench/plant.ts';
import { seedingOf, signIn, startKabinet } from '#bench/rivals.ts';
import { median, percentile } from '#bench/rounds.ts';
import { figure, table } from '#bench/table.ts';

const EACH = { clients: 100, sessions: 1000, requests: 0 } as const;
const PRACTICES = 1000;
const QUICK_PRACTICES = 50;
/** Who is asked about: many, so that no cache is warmed by one of them. */
const ASKED = 40;
const ASKED_FOR = ['view', 'list of 30 with total', 'month of the calendar', 'month of free times', 'create'];
const CONNECTIONS = 16;
const ROUNDS = 5;
const ROUND_MS = 3000;

/**
 * How far one PostgreSQL goes: a provider of a thousand practitioners with a thousand sessions each, moved there from a
 * file, and a node that is asked about many of them in turn.
 */
export async function measureProvider({ quick }: { quick: boolean }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-provider-'));
  const postgres = await startPostgres();
  const dataDir = join(folder, 'data');
  try {
    const sizes = Array.from({ length: quick ? QUICK_PRACTICES : PRACTICES }, (_, at) => ({
      name: `practice${at}`,
      ...EACH,
    }));
    const planted = await plantKabinet(dataDir, sizes, await seedingOf(1));
    let rows = 0;
    const began = performance.now();
    await moveToPostgres(dataDir, postgres.url, (_, count) => (rows += count));
    const seconds = (performance.now() - began) / 1000;
    console.log(machine());
    console.log(
      `${sizes.length} practices of ${EACH.sessions} sessions: ${rows.toLocaleString('en')} rows moved and compared in ${seconds.toFixed(0)} s\n`,
    );
    console.log(
      `${table([['table', 'MB with indexes', 'bytes of a practice'], ...(await sizesOf(postgres.url, sizes.length))])}\n`,
    );
    const rowsOfCalls = await measureNode(folder, postgres.url, planted);
    console.log(table([['one node', 'a second', 'p50 ms', 'p99 ms'], ...rowsOfCalls]));
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function sizesOf(url: string, practices: number): Promise<string[][]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc`,
  );
  await client.end();
  const all = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  return [...rows.slice(0, 6), { name: 'all', bytes: String(all) }].map(({ name, bytes }) => [
    name,
    figure(Number(bytes) / 1024 / 1024),
    Math.round(Number(bytes) / practices).toLocaleString('en'),
  ]);
}

async function measureNode(folder: string, databaseUrl: string, planted: readonly Planted[]): Promise<string[][]> {
  const server = await startKabinet(join(folder, 'node'), join(folder, 'node.log'), {
    DATABASE_URL: databaseUrl,
    KEY_FILE: join(folder, 'data', KEY_NAME),
  });
  try {
    const casts: Cast[] = [];
    const step = Math.max(1, Math.floor(planted.length / ASKED));
    for (const [at, practice] of planted.filter((_, place) => place % step === 0).entries()) {
      const token = await signIn('kabinet', server.port, practice, 0xff_0000 + at);
      const practices = { reader: practice, writer: practice, searcher: practice, veteran: practice };
      casts.push({ practices, everybody: [], token: () => token });
    }
    const lines: string[][] = [];
    for (const call of CALLS.filter(({ name }) => ASKED_FOR.some((wanted) => name.startsWith(wanted)))) {
      const make = call.to.kabinet;
      if (!make) continue;
      const next = (at: number): Request => {
        const cast = casts[at % casts.length];
        if (!cast) throw new Error('nobody is there');
        return make(cast, Math.floor(at / casts.length));
      };
      const samples = [];
      let from = 0;
      for (let round = -1; round < ROUNDS; round += 1) {
        const sample = await load(server.port, next, { connections: CONNECTIONS, amount: { ms: ROUND_MS }, from });
        from += sample.times.length;
        if (round >= 0) samples.push(sample);
      }
      lines.push([
        call.name,
        figure(median(samples.map(({ perSecond }) => perSecond))),
        figure(median(samples.map(({ times }) => percentile(times, 0.5)))),
        figure(median(samples.map(({ times }) => percentile(times, 0.99)))),
      ]);
      console.log(lines.at(-1)?.join('  '));
    }
    return lines;
  } finally {
    await server.end();
  }
}
