import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PocketBase from 'pocketbase';
import { z } from 'zod';
import { readBackupFile } from '#server/data/backup/backup-file.ts';
import { createPractice, EMAIL, PASSWORD } from '#proofs/support/backup/practice-on-disk.ts';
import { KEY, runCommand } from '#proofs/support/backup/run-command.ts';
import type { Part } from '#proofs/torture/part.ts';

const CLIENTS = 30_000;
const WRITES_PER_SECOND = 500;
const LAG_MS_MAX = 50;
const BASELINE_MS = 5000;

const greeting = z.object({ url: z.string() });
const lag = z.object({ longest: z.number(), p99: z.number() });
type Lag = z.infer<typeof lag>;

/** A server under writes while it is backed up: its event loop is blocked no longer than without the backup. */
export const run: Part = async (tell) => {
  await using practice = await createPractice(CLIENTS);
  const server = fork(join(import.meta.dirname, '../measured-server.ts'), {
    env: { ...process.env, DATA_DIR: practice.dataDir, PORT: '0', LOG_LEVEL: 'error' },
  });
  const [hello] = await once(server, 'message');
  const pb = new PocketBase(greeting.parse(hello).url);
  pb.autoCancellation(false);
  await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
  const client = await pb.collection('clients').create({ name: 'Тест Нагрузки', phone: '+7 900 000-00-00' });

  const done = { writes: 0, failed: 0 };
  const stop = new AbortController();
  const writing = writeSteadily(pb, client.id, done, stop.signal);
  await sleep(2000);
  await lagOf(server);
  await sleep(BASELINE_MS);
  const without = await lagOf(server);

  const [began, writesBefore] = [performance.now(), done.writes];
  const file = practice.beside('torture.backup');
  const { code, output } = await runCommand('backup', practice.dataDir, [file]);
  const seconds = (performance.now() - began) / 1000;
  const during = await lagOf(server);
  const rate = (done.writes - writesBefore) / seconds;
  stop.abort();
  await writing;
  server.disconnect();
  await once(server, 'exit');

  if (code !== 0) throw new Error(output);
  await readBackupFile(file, KEY);
  const where = `sqlite, ${(statSync(file).size / 1e6).toFixed(0)} MB`;
  tell({
    what: 'event loop held while a backup is made',
    where,
    measured: `longest ${during.longest.toFixed(0)} ms, p99 ${during.p99.toFixed(0)} ms (without it ${without.longest.toFixed(0)} and ${without.p99.toFixed(0)})`,
    wanted: `longest ≤ ${LAG_MS_MAX} ms more than without`,
    ok: during.longest <= without.longest + LAG_MS_MAX,
  });
  tell({
    what: `writes during the ${seconds.toFixed(1)} s of a backup`,
    where,
    measured: `${rate.toFixed(0)}/s, ${done.failed} failed`,
    wanted: `${WRITES_PER_SECOND}/s, none failed`,
    ok: done.failed === 0 && rate >= WRITES_PER_SECOND * 0.9,
  });
};

/** Updates one record at a steady rate, independent of the responses. */
async function writeSteadily(
  pb: PocketBase,
  id: string,
  done: { writes: number; failed: number },
  until: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const pending = new Set<Promise<void>>();
  let sent = 0;
  while (!until.aborted) {
    const due = ((performance.now() - began) / 1000) * WRITES_PER_SECOND;
    for (; sent < due && pending.size < 200; sent += 1) {
      const write = pb
        .collection('clients')
        .update(id, { description: `Запись ${sent}` })
        .then(
          () => void (done.writes += 1),
          () => void (done.failed += 1),
        )
        .finally(() => pending.delete(write));
      pending.add(write);
    }
    await sleep(5);
  }
  await Promise.all(pending);
}

async function lagOf(server: ChildProcess): Promise<Lag> {
  const answer = once(server, 'message');
  server.send('lag');
  return lag.parse((await answer)[0]);
}
