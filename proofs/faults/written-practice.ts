import type { ChildProcess } from 'node:child_process';
import { openSecrets } from '#server/ground/secrets/secrets.ts';
import { openKeys } from '#server/accounts/keys/open-keys.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { openBesideServer } from '#proofs/support/beside-server.ts';
import { databaseDamage } from '#proofs/support/database-damage.ts';
import { createTestData } from '#proofs/support/engines.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { endProgram, readyUrl, startProgram, type StartOptions } from '#proofs/support/program.ts';
import { plantWriters, type Writer } from '#proofs/support/write-load.ts';
import { WriteLedger } from '#proofs/support/write-ledger.ts';

/** Limits the listed faults: one error can show in thousands of rows. */
const TOLD = 10;

export interface StartedProgram {
  url: string;
  child: ChildProcess;
  /** From the start of the process to its first response. */
  firstAnswerMs: number;
  /** The program's log so far. */
  log(): string;
}

/** A data folder on disk that real server processes write to, and their responses. */
export interface WrittenPractice extends AsyncDisposable {
  dataDir: string;
  writers: readonly Writer[];
  ledger: WriteLedger;
  /** Starts the program on the folder; it ends with the practice at the latest. */
  start(options?: StartOptions): Promise<StartedProgram>;
  /** Descriptions of faults in the data, also while a server is running. `whole` reads every page. */
  faults(whole?: boolean): Promise<string[]>;
}

/** `dataDir`: a folder that does not exist yet; by default a temporary one. */
export async function createWrittenPractice(count: number, folder?: string): Promise<WrittenPractice> {
  const data = await createTestData('sqlite');
  const dataDir = folder ?? data.config.dataDir;
  const config = { ...data.config, dataDir };
  const db = await openSqlite(dataDir);
  await openKeys({ keyFile: null, dataDir, databaseUrl: null }, db, { warn: () => undefined });
  const writers = await plantWriters(
    { db, secrets: await openSecrets(config, db), now: () => Temporal.Now.instant() },
    count,
  );
  await db.close();
  const ledger = new WriteLedger();
  const children: ChildProcess[] = [];
  return {
    dataDir,
    writers,
    ledger,
    async start(options) {
      const began = performance.now();
      const env = { PORT: '0', DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' };
      const child = startProgram('server/main.ts', env, options);
      children.push(child);
      let log = '';
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (log += String(chunk)));
      const url = await readyUrl(child);
      const health = await fetch(`${url}/api/health`);
      if (!health.ok) throw new Error(`the first answer was ${health.status}`);
      return { url, child, firstAnswerMs: performance.now() - began, log: () => log };
    },
    faults: (whole = true) => faultsOf(dataDir, writers, ledger, whole),
    async [Symbol.asyncDispose]() {
      await Promise.all(children.map((child) => endProgram(child, 'SIGKILL')));
      await data.dispose();
    },
  };
}

async function faultsOf(
  dataDir: string,
  writers: readonly Writer[],
  ledger: WriteLedger,
  whole: boolean,
): Promise<string[]> {
  const db = await openBesideServer(dataDir);
  try {
    const held = await Promise.all(writers.map(({ owner }) => heldTimeFaults(db.read, owner)));
    const faults = [...(whole ? await databaseDamage(db.read) : []), ...(await ledger.faults(db.read)), ...held.flat()];
    return faults.length > TOLD ? [...faults.slice(0, TOLD), `and ${faults.length - TOLD} more`] : faults;
  } finally {
    await db.close();
  }
}
