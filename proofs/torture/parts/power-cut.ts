import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CrashDisk, type DiskEvent } from '#proofs/faults/crash-disk.ts';
import { createWrittenPractice, type WrittenPractice } from '#proofs/faults/written-practice.ts';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { databaseDamage } from '#proofs/support/database-damage.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { endProgram } from '#proofs/support/program.ts';
import { startLoad } from '#proofs/support/write-load.ts';
import type { Part } from '#proofs/torture/part.ts';
import { readRecording, RECORDING_OPTIONS, recordingEnds } from '#proofs/torture/recorded-disk.ts';
import { needStrace, underStrace } from '#proofs/torture/strace.ts';

const CUTS = 3000;
const CUTS_OF_THE_CONTROL = 300;
const WRITERS = 8;
const WRITES = 1500;
const LONGEST_MS = 60_000;
const FILES = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-journal`];
/** Every sync from the 40th on, after those of the start. */
const FAILING = ['-e', 'inject=fsync:error=EIO:when=40+'];
const LESS_SYNCHRONOUS = join(import.meta.dirname, '../less-synchronous.ts');

/**
 * The power fails at any moment: every write acknowledged before is stored and the file is whole. A server that does
 * not wait for the disk must lose some, otherwise the test proves nothing.
 */
export const run: Part = async (tell) => {
  await needStrace();
  const where = 'sqlite, 1 process';
  const waiting = await cutOften(CUTS);
  tell({
    what: `${CUTS} power cuts`,
    where,
    measured: `${waiting.lost} lost something, ${waiting.broken} left the file broken; ${waiting.writes} writes, ${waiting.syncs} syncs`,
    wanted: '0 lost, 0 broken',
    ok: waiting.lost + waiting.broken === 0,
  });
  const failing = await cutOften(CUTS_OF_THE_CONTROL, { failing: true });
  tell({
    what: `${CUTS_OF_THE_CONTROL} power cuts after syncs that failed and a restart`,
    where,
    measured: `${failing.lost} lost something, ${failing.broken} left the file broken; ${failing.writes} writes, ${failing.syncs} syncs`,
    wanted: '0 lost, 0 broken',
    ok: failing.lost + failing.broken === 0,
  });
  const hasty = await cutOften(CUTS_OF_THE_CONTROL, { hasty: true });
  tell({
    what: `${CUTS_OF_THE_CONTROL} power cuts without waiting for the disk (the control)`,
    where,
    measured: `${hasty.lost} lost something, ${hasty.broken} left the file broken; ${hasty.writes} writes, ${hasty.syncs} syncs`,
    wanted: 'some lost, 0 broken',
    ok: hasty.lost > 0 && hasty.broken === 0,
  });
};

interface Outcome {
  writes: number;
  syncs: number;
  lost: number;
  broken: number;
}

interface Circumstances {
  /** The program does not wait for the disk. */
  hasty?: boolean;
  /** The disk fails after a while, and the program is killed and started again, on a disk that is well. */
  failing?: boolean;
}

async function cutOften(cuts: number, { hasty = false, failing = false }: Circumstances = {}): Promise<Outcome> {
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kabinet-power-cut-'));
  try {
    await using practice = await createWrittenPractice(WRITERS);
    const before = new Map([[DATABASE_FILE, await readFile(join(practice.dataDir, DATABASE_FILE))]]);
    const log = join(folder, 'strace.log');
    const events = failing ? await record(practice, log, { under: FAILING }) : [];
    const begun = events.length;
    const node = hasty ? ['--import', LESS_SYNCHRONOUS] : [];
    events.push(...(await record(practice, log, { node })));
    const image = join(folder, 'image');
    const disk = new CrashDisk(before);
    const answers = new Map<string, number>();
    // Cuts fall after the first response: before it nothing can be lost.
    const first = events.findIndex(({ kind }, index) => index >= begun && kind === 'answer');
    const moments = Array.from({ length: cuts }, () => first + Math.random() * (events.length - first)).toSorted(
      (a, b) => a - b,
    );
    const outcome = { writes: practice.ledger.acknowledged, syncs: countSyncs(events), lost: 0, broken: 0 };
    for (const [index, event] of events.entries()) {
      disk.apply(event);
      if (event.kind === 'answer') for (const id of event.ids) answers.set(id, (answers.get(id) ?? 0) + 1);
      while (moments[0] !== undefined && moments[0] < index + 1) {
        moments.shift();
        const { lost, broken } = await reopen(image, disk.cut(Math.random), practice, answers);
        if (lost.length > 0) outcome.lost += 1;
        if (broken.length > 0) outcome.broken += 1;
        const faults = hasty ? broken : [...lost, ...broken];
        for (const fault of faults.slice(0, 3)) console.log(`    ${fault}`);
      }
    }
    return outcome;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a writing server under strace until the disk fails or enough is written, and kills it. */
async function record(
  practice: WrittenPractice,
  log: string,
  { node = [], under = [] }: { node?: readonly string[]; under?: readonly string[] },
): Promise<DiskEvent[]> {
  const { dataDir, writers, ledger } = practice;
  const server = await practice.start({ node, under: underStrace(...RECORDING_OPTIONS, ...under, '-o', log) });
  // Settles in the ledger the writes with an unknown outcome under the earlier server.
  await practice.faults();
  const load = startLoad({ url: server.url, writers, ledger, batch: 4, deletes: false });
  const began = performance.now();
  const enough = ledger.acknowledged + WRITES;
  while (!load.statuses.has(503) && ledger.acknowledged < enough && performance.now() - began < LONGEST_MS) {
    await sleep(20);
  }
  await load.stop();
  await endProgram(server.child, 'SIGKILL');
  await recordingEnds(log, server.child.pid);
  return readRecording(log, dataDir, FILES);
}

/** Opens the files after a cut as the server does. */
async function reopen(
  image: string,
  files: ReadonlyMap<string, Buffer>,
  { ledger, writers }: WrittenPractice,
  answers: ReadonlyMap<string, number>,
): Promise<{ lost: string[]; broken: string[] }> {
  await rm(image, { recursive: true, force: true });
  await mkdir(image);
  for (const [name, bytes] of files) await writeFile(join(image, name), bytes, { mode: 0o600 });
  try {
    const db = await openSqlite(image);
    try {
      const held = await Promise.all(writers.map(({ owner }) => heldTimeFaults(db.read, owner)));
      return {
        lost: await ledger.faultsAt(db.read, answers),
        broken: [...(await databaseDamage(db.read)), ...held.flat()],
      };
    } finally {
      await db.close();
    }
  } catch (error) {
    return { lost: [], broken: [String(error)] };
  }
}

function countSyncs(events: readonly DiskEvent[]): number {
  return events.filter(({ kind }) => kind === 'sync').length;
}
