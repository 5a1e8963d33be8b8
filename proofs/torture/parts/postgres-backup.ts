import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import PocketBase from 'pocketbase';
import { hashPassword } from '#server/accounts/passwords/password.ts';
import { ALL_TABLES } from '#server/ground/db/tables.ts';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { endProgram, readyUrl, startProgram } from '#proofs/support/program.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { type DebianPostgres, startDebianPostgres } from '#proofs/torture/debian-postgres.ts';
import type { Part } from '#proofs/torture/part.ts';

const EMAIL = 'anna@example.com';
const PASSWORD = 'тихая-комната-7';
const WRITERS = 8;

/** Runs the commands of docs/operations/postgres-and-nodes.md for an administrator of PostgreSQL. */
export const run: Part = async (tell) => {
  const postgres = await startDebianPostgres();
  const what = 'pg_dump and pg_restore as docs/operations says';
  if (typeof postgres === 'string') {
    tell({ what, where: 'postgres', measured: `not run: ${postgres}`, wanted: 'run', ok: false });
    return;
  }
  await using server = postgres;
  const [create, dump, restore] = await documentedCommands();
  // The superuser runs the commands; the program's role has rights only on its own database.
  await server.sh(create);
  const env = { DATABASE_URL: server.url('kabinet') };
  await seed(env.DATABASE_URL);

  const writing = await startNode(env.DATABASE_URL, server);
  const { pb } = writing;
  const created: string[] = [];
  const stop = new AbortController();
  const writers = Array.from({ length: WRITERS }, (_, number) => keepWriting(pb, number, created, stop.signal));
  while (created.length < 100) await new Promise((resolve) => setTimeout(resolve, 10));
  const known = created.length;
  await server.sh(dump, env);
  const during = created.length - known;
  const before = created.slice(0, known);
  stop.abort();
  await Promise.all(writers);
  const late = await pb.collection('clients').create({ name: 'Поздняя запись', phone: '+7 900 000-00-00' });
  await endProgram(writing.child, 'SIGTERM');

  await server.sh(restore);
  const restored = await readTables(server.url('kabinet_restored'));
  const ids = new Set(restored['clients']?.map((row) => row['id']));
  const lost = before.filter((id) => !ids.has(id)).length;
  const sessions = new Set(restored['sessions']?.map((row) => row['id']));
  const held = new Set(restored['held_time']?.map((row) => row['source_id']));
  const where = `postgres ${server.version}`;
  tell({
    what: `${what}, while ${WRITERS} write`,
    where,
    measured: `${during} clients meanwhile, ${lost} of ${known} lost, ${sessions.symmetricDifference(held).size} halves`,
    wanted: '0 lost, 0 halves, nothing later',
    ok: during > 0 && lost === 0 && sessions.symmetricDifference(held).size === 0 && !ids.has(late.id),
  });

  const again = await startNode(server.url('kabinet_restored'), server);
  const old = new PocketBase(again.url);
  old.authStore.save(pb.authStore.token, pb.authStore.record);
  const refused = await old
    .collection('users')
    .authRefresh()
    .then(
      () => false,
      () => true,
    );
  await endProgram(again.child, 'SIGTERM');
  tell({
    what: 'a token from before the restore',
    where,
    measured: refused ? 'refused' : 'accepted',
    wanted: 'refused',
    ok: refused,
  });

  await server.sh(`dropdb kabinet_restored\n${dump}\n${restore}`, env);
  const [expected, found] = [await readTables(env.DATABASE_URL), await readTables(server.url('kabinet_restored'))];
  for (const { name, backup } of ALL_TABLES) if (backup === 'emptied') expected[name] = [];
  assert.deepEqual(found, expected);
  const rows = Object.values(found).flat().length;
  tell({
    what: `${what}, nobody writing`,
    where,
    measured: `${Object.keys(found).length} tables, ${rows} rows alike`,
    wanted: 'every row alike',
    ok: true,
  });
};

/** Returns the block with pg_dump and the one with pg_restore. */
async function documentedCommands(): Promise<[create: string, dump: string, restore: string]> {
  const text = await readFile(join(import.meta.dirname, '../../../docs/operations/postgres-and-nodes.md'), 'utf8');
  const blocks = [...text.matchAll(/^```[^\n]*\n(.*?)^```/gms)].map((match) => match[1] ?? '');
  const [create, dump, restore] = ['psql ', 'pg_dump ', 'pg_restore '].map((word) =>
    blocks.find((block) => block.startsWith(word) || block.includes(`\n${word}`)),
  );
  assert.ok(create !== undefined && dump !== undefined && restore !== undefined, 'a block for each');
  return [create, dump, restore];
}

async function seed(url: string): Promise<void> {
  const db = await openPostgres(url);
  const instants = { license_verified_at: '2026-01-01 00:00:00.000Z', license_expires_at: '2099-01-01 00:00:00.000Z' };
  await addPractitioner(
    db,
    { email: EMAIL, password_hash: await hashPassword(PASSWORD) },
    { license_key: 'VALID_1', license_status: 'active', ...instants },
  );
  await db.close();
}

async function startNode(url: string, { folder }: DebianPostgres) {
  const env = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'node'),
    KEY_FILE: join(folder, 'key'),
    PORT: '0',
    LOG_LEVEL: 'error',
  };
  const child = startProgram('server/main.ts', env);
  const pb = new PocketBase(await readyUrl(child));
  pb.autoCancellation(false);
  await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
  return { child, pb, url: pb.baseURL };
}

/** Creates clients one after the other, each with a session and the time that it holds. */
async function keepWriting(pb: PocketBase, number: number, created: string[], until: AbortSignal): Promise<void> {
  for (let n = 0; !until.aborted; n += 1) {
    const client = await pb.collection('clients').create({ name: `Запись ${number}-${n}`, phone: '+7 900 000-00-00' });
    created.push(client.id);
    const date = `2030-01-01T0${number}:00:00Z`;
    const later = Temporal.Instant.from(date).add({ hours: 24 * n });
    await pb.collection('sessions').create({ client: client.id, date: later.toString().replace('T', ' ') });
  }
}

async function readTables(url: string): Promise<Record<string, Record<string, unknown>[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    const tables: Record<string, Record<string, unknown>[]> = {};
    for (const { name } of rows) tables[name] = (await client.query(`select * from "${name}" t order by t::text`)).rows;
    return tables;
  } finally {
    await client.end();
  }
}
