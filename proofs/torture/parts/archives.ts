import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import type { Engine } from '#server/ground/db/database.ts';
import { furnishDemo } from '#demo/furnish-demo.ts';
import { LARGE, largePractice } from '#demo/large-practice.ts';
import type { DemoPractice } from '#demo/practice.ts';
import { CSV_LIMITS } from '#domain/csv-import/report.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';
import { exported, imported } from '#proofs/support/archive.ts';
import { importTable } from '#proofs/support/csv.ts';
import { openTestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { type Nodes, startNodes } from '#proofs/torture/nodes.ts';
import type { Figure, Part } from '#proofs/torture/part.ts';
import { LICENSED } from '#proofs/support/rows.ts';

const PASSWORD = 'пароль-пароль';
const SECONDS = 10;
const P99_MS = 100;
const DAMAGED = 1000;
const KILLS = 50;
const EVERY_MS = 25;
/** How long an import may hold SQLite's one writer. */
const LONGEST_WRITE_MS = 1000;
const LONGEST_IMPORT_MS = 6000;

const LARGEST_TABLE = Array.from(
  { length: CSV_LIMITS.rows },
  (_, at) => `Клиент ${at};+7 900 ${String(at).padStart(7, '0')};${'Пришёл по рекомендации. '.repeat(40)}\n`,
).join('');

/** Exports and imports the largest practice under another practitioner's load, damages archives, and kills imports. */
export const run: Part = async (tell) => {
  const large = await archiveOf(largePractice);
  for (const engine of ['sqlite', 'postgres'] as const) {
    await using nodes = await startNodes(engine);
    const { where } = nodes;
    const practitioner = () => nodes.at(0).practitioner(LICENSED);
    const [mine, other, third] = [await practitioner(), await practitioner(), await practitioner()];
    const idle = await beside(other.pb, () => sleep(3000));
    const came = await beside(other.pb, () => imported(mine.pb, large));
    const left = await beside(other.pb, () => exported(mine.pb));
    const table = await beside(third.pb, () => importTable(other.pb, LARGEST_TABLE));
    for (const [what, { result, ...times }] of [
      ['5,000 clients and 20,000 sessions in', came],
      ['the same out', left],
      [`a table of ${CSV_LIMITS.rows} clients in`, table],
    ] as const) {
      const ok = times.seconds <= SECONDS && isWhole(result);
      tell({ what, where, measured: `${times.seconds.toFixed(1)} s`, wanted: `≤ ${SECONDS} s`, ok });
      const waits = engine === 'sqlite' && !Buffer.isBuffer(result);
      if (waits) {
        const [measured, wanted] = [`${times.longestWrite.toFixed(0)} ms`, `≤ ${LONGEST_WRITE_MS} ms`];
        tell({
          what: 'another’s longest write meanwhile',
          where,
          measured,
          wanted,
          ok: times.longestWrite <= LONGEST_WRITE_MS,
        });
      }
      for (const kind of waits ? (['reads'] as const) : (['reads', 'writes'] as const)) {
        const [busy, calm] = [times[kind], idle[kind]];
        tell({
          what: `another’s ${kind} meanwhile`,
          where,
          measured: `p99 ${busy.toFixed(0)} ms, idle ${calm.toFixed(0)}`,
          wanted: `≤ 2 × idle + ${P99_MS} ms`,
          ok: busy <= 2 * calm + P99_MS,
        });
      }
      const same = !Buffer.isBuffer(result) || result.equals(large);
      if (!same) tell({ what, where, measured: 'other bytes', wanted: 'the same bytes', ok: false });
    }
    tell(await damaged(engine));
    tell(await killed(engine, large));
  }
};

/** Whether nothing of an import was refused. */
function isWhole(result: Awaited<ReturnType<typeof imported> | ReturnType<typeof importTable>> | Buffer): boolean {
  if (Buffer.isBuffer(result)) return true;
  if ('problems' in result) return result.problems.length === 0;
  return result.body.imported === CSV_LIMITS.rows;
}

async function archiveOf(make?: (...about: Parameters<typeof largePractice>) => DemoPractice): Promise<Buffer> {
  await using server = await openTestServer('sqlite', { replace: { limits: UNLIMITED } });
  await furnishDemo(server.context, PASSWORD, make);
  const pb = server.visitor();
  await pb.collection('users').authWithPassword(DEMO_PRACTITIONER.email, PASSWORD);
  return await exported(pb);
}

interface Beside<Result> {
  result: Result;
  seconds: number;
  /** The p99 of another practitioner's calls, in milliseconds; each begins at its time, however long others take. */
  reads: number;
  writes: number;
  longestWrite: number;
}

async function beside<Result>(pb: PocketBase, work: () => Promise<Result>): Promise<Beside<Result>> {
  const times: Record<'reads' | 'writes', number[]> = { reads: [], writes: [] };
  const note = { title: 'Тема', content: 'Текст заметки', date: '2026-11-21' };
  const calls: Promise<void>[] = [];
  const timed = async (list: number[], call: Promise<unknown>): Promise<void> => {
    const began = performance.now();
    await call;
    list.push(performance.now() - began);
  };
  const timer = setInterval(() => {
    calls.push(timed(times.reads, pb.collection('clients').getList(1, 20)));
    calls.push(timed(times.writes, pb.collection('blog_posts').create(note)));
  }, EVERY_MS);
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  clearInterval(timer);
  await Promise.all(calls);
  const p99 = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.99)] ?? 0;
  const longestWrite = Math.max(...times.writes);
  return { result, seconds, reads: p99(times.reads), writes: p99(times.writes), longestWrite };
}

/** Flips bits, cuts and doubles pieces of an archive; some bytes of a ZIP mean nothing, so that it is as before. */
async function damaged(engine: Engine): Promise<Figure> {
  const good = await archiveOf();
  await using server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
  const { pb } = await server.practitioner();
  const expected = JSON.stringify((await imported(pb, good, { preview: true })).records);
  let [refused, asBefore] = [0, 0];
  for (let count = 0; count < DAMAGED; count += 1) {
    const { problems, records } = await imported(pb, damage(good, count % 4), { preview: true });
    if (problems.length > 0) refused += 1;
    else if (JSON.stringify(records) === expected) asBefore += 1;
    if (problems.length > 0 && count % 10 === 0) await imported(pb, damage(good, 2 + (count % 2)));
  }
  const rows = await server.context.db.read.selectFrom('clients').select('id').execute();
  return {
    what: `${DAMAGED} damaged archives`,
    where: engine,
    measured: `${refused} refused, ${asBefore} as before, ${rows.length} rows`,
    wanted: 'refused or as before, 0 rows',
    ok: refused + asBefore === DAMAGED && rows.length === 0,
  };
}

function damage(good: Buffer, kind: number): Buffer {
  const bytes = Buffer.from(good);
  const at = randomInt(1, bytes.length);
  if (kind === 2) return bytes.subarray(0, at);
  if (kind === 3) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(randomInt(bytes.length))]);
  for (let flips = randomInt(1, 4); flips > 0; flips -= 1) {
    const place = randomInt(bytes.length);
    bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << randomInt(8)), place);
  }
  return bytes;
}

/** Kills the program at any moment of an import: after the next start nothing is there, or all of it. */
async function killed(engine: Engine, archive: Buffer): Promise<Figure> {
  let where = '';
  const counts: Record<'nothing' | 'all' | 'else', number> = { nothing: 0, all: 0, else: 0 };
  for (let kills = 0; kills < KILLS;) {
    await using nodes = await startNodes(engine);
    where = nodes.where;
    // An archive comes in once: its ids are taken then.
    for (let isIn = false; !isIn && kills < KILLS; kills += 1) {
      const { pb, owner } = await nodes.at(0).practitioner();
      const importing = imported(pb, archive).catch(() => null);
      await sleep(randomInt(LONGEST_IMPORT_MS));
      await nodes.kill(0);
      await importing;
      await nodes.restart(0);
      const found = await countsOf(nodes, owner);
      isIn = found[0] === LARGE.clients;
      const whole = [LARGE.clients, LARGE.sessions].join();
      counts[found.join() === whole ? 'all' : found.join() === '0,0' ? 'nothing' : 'else'] += 1;
    }
  }
  return {
    what: `${KILLS} times kill -9 during an import`,
    where,
    measured: `${counts.nothing} times nothing, ${counts.all} times all, ${counts.else} times a part`,
    wanted: 'nothing or all',
    ok: counts.else === 0,
  };
}

async function countsOf({ db }: Nodes, owner: string): Promise<number[]> {
  const tables = ['clients', 'sessions'] as const;
  const found = await Promise.all(
    tables.map((table) =>
      db.read
        .selectFrom(table)
        .select((row) => row.fn.countAll<number | string>().as('count'))
        .where('user', '=', owner)
        .executeTakeFirstOrThrow(),
    ),
  );
  return found.map(({ count }) => Number(count));
}
