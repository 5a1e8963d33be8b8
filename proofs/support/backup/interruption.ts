import assert from 'node:assert/strict';
import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readBackupFile } from '#server/data/backup/backup-file.ts';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { createPractice, type PracticeOnDisk } from '#proofs/support/backup/practice-on-disk.ts';
import { readTables } from '#proofs/support/backup/read-tables.ts';
import { QUICK_KEY, quickKeyVariables, startCommand } from '#proofs/support/backup/run-command.ts';

/** Some megabytes, so that there is time to kill the process. */
const CLIENTS = 1500;

/** A practice of some megabytes and its backup. */
export interface BackedUp {
  practice: PracticeOnDisk;
  backup: string;
  key: NodeJS.ProcessEnv;
}

export async function backUp(): Promise<BackedUp> {
  const practice = await createPractice(CLIENTS);
  const backup = practice.beside('whole.backup');
  const key = await quickKeyVariables(practice.beside('identity'));
  await makeBackup({ dataDir: practice.dataDir, file: backup, key: QUICK_KEY });
  return { practice, backup, key };
}

/** Kills a backup once a file appears beside the data or the backup: no half file gets its name, and the next one succeeds. */
export async function killBackup({ practice, key }: BackedUp, name: string): Promise<void> {
  const file = practice.beside('killed.backup');
  const child = startCommand('backup', practice.dataDir, [file, '--overwrite'], key);
  const { killed } = await killAtSightOf(child, name === 'backup-scratch' ? practice.dataDir : dirname(file), name);
  if (existsSync(file)) await readBackupFile(file, QUICK_KEY);
  else assert.ok(killed);
  await makeBackup({ dataDir: practice.dataDir, file, key: QUICK_KEY, overwrite: true });
  assert.ok(!readdirSync(practice.dataDir).includes('backup-scratch'));
  assert.ok(!existsSync(`${file}.part`));
}

/** Kills a restore once a file appears in its folder: a server refuses it or it is complete, and it can be run again. */
export async function killRestore({ practice, backup, key }: BackedUp, name: string): Promise<void> {
  const target = practice.beside(`killed-at-${name}`);
  await mkdir(target);
  const child = startCommand('restore', target, [backup], key);
  // It can be complete before it is killed: then it is whole, as is seen below.
  const { sighted } = await killAtSightOf(child, target, name);
  assert.ok(sighted);
  const left = readdirSync(target);
  if (!left.includes('kabinet.db')) {
    if (left.includes('restoring.db')) assert.ok(left.includes('initialised'));
    if (left.includes('initialised')) await assert.rejects(openSqlite(target), /kabinet\.db is missing/);
    await restoreBackup(backup, QUICK_KEY, target);
  }
  const expected = readTables(practice.dataDir);
  assert.deepEqual(readTables(target), { ...expected, sign_ins: [], known_addresses: [] });
}

/** Kills a process as soon as a file appears in a folder; returns whether it appeared, and before the process ended. */
async function killAtSightOf(
  child: ChildProcess,
  folder: string,
  name: string,
): Promise<{ sighted: boolean; killed: boolean }> {
  const ended = once(child, 'close');
  let sighted = false;
  const look = (changed: string | null): void => {
    if (changed !== name && !readdirSync(folder).includes(name)) return;
    sighted = true;
    child.kill('SIGKILL');
  };
  const watcher = watch(folder, (_event, changed) => look(changed));
  look(null);
  await ended;
  watcher.close();
  return { sighted, killed: child.signalCode === 'SIGKILL' };
}
