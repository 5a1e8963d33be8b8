import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { openSecrets } from '#server/accounts/secrets.ts';
import type { Database, Engine } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openBesideServer } from '#server/testing/beside-server.ts';
import { createTestData } from '#server/testing/engines.ts';
import { endProgram, readyUrl, startProgram } from '#server/testing/program.ts';
import { type Callers, callersOf, TRUSTED_PROXY } from '#server/testing/test-server.ts';

/** Server processes over one database, called over HTTP, and the database itself for planting and looking. */
export interface Nodes extends AsyncDisposable {
  /** For the table. */
  where: string;
  callers: Callers;
  db: Database;
  now(): Temporal.Instant;
}

/**
 * Two processes on PostgreSQL. One on SQLite: a second one on the same folder refuses to start, so that there are no
 * more to race against each other.
 */
export async function startNodes(engine: Engine): Promise<Nodes> {
  const data = await createTestData(engine);
  const { dataDir, databaseUrl } = data.config;
  const count = engine === 'postgres' ? 2 : 1;
  const children: ChildProcess[] = [];
  const urls: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const child = startProgram('server/main.ts', {
      PORT: '0',
      DATA_DIR: index === 0 ? dataDir : join(dataDir, `../data-${index}`),
      DATABASE_URL: databaseUrl ?? '',
      TRUST_PROXY: TRUSTED_PROXY,
      LOG_LEVEL: 'error',
    });
    children.push(child);
    child.stderr?.pipe(process.stderr);
    urls.push(await readyUrl(child));
    child.stdout?.pipe(process.stdout);
  }
  const db = databaseUrl === null ? openBesideServer(dataDir) : await openDatabase(data.config);
  const now = () => Temporal.Now.instant();
  const callers = callersOf(urls, { db, secrets: await openSecrets(data.config, db), now });
  return {
    where: `${engine}, ${count} process${count > 1 ? 'es' : ''}`,
    callers,
    db,
    now,
    async [Symbol.asyncDispose]() {
      await db.close();
      await Promise.all(children.map((child) => endProgram(child, 'SIGTERM')));
      await data.dispose();
    },
  };
}
