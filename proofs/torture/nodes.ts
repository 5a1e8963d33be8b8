import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { openSecrets } from '#server/ground/secrets/secrets.ts';
import type { Database, Engine } from '#server/ground/db/database.ts';
import { openBesideServer } from '#proofs/support/beside-server.ts';
import { createTestData, openUnlocked, type TestData } from '#proofs/support/engines.ts';
import { endProgram, readyUrl, startProgram } from '#proofs/support/program.ts';
import { type Callers, callersOf, TRUSTED_PROXY } from '#proofs/support/test-server.ts';

/** Server processes on one database, called over HTTP, and direct access to the database. */
export interface Nodes extends AsyncDisposable {
  /** The place's name in the table. */
  where: string;
  urls: readonly string[];
  callers: Callers;
  /** Callers of one process only. */
  at(node: number): Callers;
  db: Database;
  now(): Temporal.Instant;
  /** Whether every process is running. */
  allLive(): boolean;
  /** Stops a process as an operator does. */
  end(node: number): Promise<void>;
  /** Kills a process without warning; `restart` starts it again at the same address. */
  kill(node: number): Promise<void>;
  restart(node: number): Promise<void>;
}

/**
 * Starts two processes on PostgreSQL. On SQLite it starts one: a second one on the same folder refuses to start, so no
 * others can race.
 */
export async function startNodes(
  engine: Engine,
  env: NodeJS.ProcessEnv = {},
  place?: Pick<TestData, 'config' | 'dispose'>,
): Promise<Nodes> {
  const data = place ?? (await createTestData(engine));
  const { dataDir, databaseUrl, databaseDirectUrl, keyFile } = data.config;
  const count = engine === 'postgres' ? 2 : 1;
  const children: ChildProcess[] = [];
  const urls: string[] = [];
  const start = async (index: number, port: string): Promise<void> => {
    const child = startProgram('server/main.ts', {
      PORT: port,
      DATA_DIR: index === 0 ? dataDir : join(dataDir, `../data-${index}`),
      DATABASE_URL: databaseUrl ?? '',
      KEY_FILE: keyFile ?? '',
      DATABASE_DIRECT_URL: databaseDirectUrl ?? '',
      TRUST_PROXY: TRUSTED_PROXY,
      LOG_LEVEL: 'error',
      ...env,
    });
    children[index] = child;
    child.stderr?.pipe(process.stderr);
    urls[index] = await readyUrl(child);
    child.stdout?.pipe(process.stdout);
  };
  for (let index = 0; index < count; index += 1) await start(index, '0');
  const db = databaseUrl === null ? await openBesideServer(dataDir) : await openUnlocked(data.config);
  const now = () => Temporal.Now.instant();
  const site = { db, secrets: await openSecrets(data.config, db), now };
  return {
    where: `${engine}, ${count} process${count > 1 ? 'es' : ''}`,
    urls,
    callers: callersOf(urls, site),
    at: (node) => callersOf([urls[node] ?? ''], site),
    db,
    now,
    allLive: () => children.every((child) => child.exitCode === null && child.signalCode === null),
    async end(node) {
      const child = children[node];
      if (child) await endProgram(child, 'SIGTERM');
    },
    async kill(node) {
      const child = children[node];
      if (child) await endProgram(child, 'SIGKILL');
    },
    restart: (node) => start(node, new URL(urls[node] ?? '').port),
    async [Symbol.asyncDispose]() {
      await db.close();
      await Promise.all(children.map((child) => endProgram(child, 'SIGTERM')));
      await data.dispose();
    },
  };
}
