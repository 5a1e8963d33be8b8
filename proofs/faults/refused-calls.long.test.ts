import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { createPractice, type PracticeOnDisk } from '#proofs/support/backup/practice-on-disk.ts';
import { PASSPHRASE } from '#proofs/support/backup/run-command.ts';
import { endProgram, startProgram } from '#proofs/support/program.ts';
import { withoutSetPriority } from '#proofs/support/system-call-filter.ts';

// A service manager can refuse a system call with an error, or end the process.

const [refused, fatal] = [withoutSetPriority('EPERM'), withoutSetPriority('SIGSYS')];
const skip = refused && fatal ? false : 'neither seccomp nor python3';
const PATIENCE_MS = 60_000;
let practice: PracticeOnDisk;

before(async () => {
  practice = await createPractice(20);
  await writeFile(practice.beside('key'), PASSPHRASE);
});
after(() => practice[Symbol.asyncDispose]());

test('where a process may not lower its priority backups and checks are made all the same', { skip }, async () => {
  const said = await sayings(refused, 'refused', ['backup made', 'database checked']);
  assert.doesNotMatch(said, /"level":"error"/);
});

test('a backup and a check that the system ended are told as errors', { skip }, async () => {
  const said = await sayings(fatal, 'fatal', ['backup failed, tried again in ten minutes', 'database not checked']);
  assert.match(said, /"level":"error".*"reason":"it was ended by SIGSYS","msg":"backup failed/);
  assert.match(said, /"level":"error".*"signal":"SIGSYS","msg":"database not checked"/);
});

/** Returns the server's log once it contains all of these messages. */
async function sayings(under: string[] | null, backups: string, messages: string[]): Promise<string> {
  const env = {
    DATA_DIR: practice.dataDir,
    BACKUP_DIR: practice.beside(backups),
    BACKUP_KEY_FILE: practice.beside('key'),
    LOG_LEVEL: 'debug',
    PORT: '0',
  };
  await mkdir(env.BACKUP_DIR, { recursive: true });
  const child = startProgram('server/main.ts', env, { under: under ?? [] });
  try {
    let said = '';
    for await (const chunk of addAbortSignal(AbortSignal.timeout(PATIENCE_MS), child.stdout ?? Readable.from([]))) {
      said += String(chunk);
      if (messages.every((message) => said.includes(`"msg":"${message}"`))) return said;
    }
    throw new Error(`It ended before it had said all: ${said}`);
  } finally {
    await endProgram(child, 'SIGTERM');
  }
}
