import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { followBackup, type Followed, noteBackup, readFollowed } from '#server/data/backup/follow-backup.ts';
import { type Config, readConfig } from '#server/ground/config/config.ts';
import { createLog } from '#server/ground/process/log.ts';

const FILE = 'kabinet-2026-11-21T090000Z.backup';
const NOW = Temporal.Instant.from('2026-11-21T09:01:00Z');

let folder: string;
let backupDir: string;
let lines: string[];
let pings: string[];
let answer: number;
let server: Server;
let pingUrl: string;

before(async () => {
  server = createServer((request, response) => {
    pings.push(`${request.method} ${request.url}`);
    response.writeHead(answer).end('thank you');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  pingUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/secret-of-the-switch`;
});
after(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
  folder = await mkdtemp(join(tmpdir(), 'kabinet-follow-'));
  backupDir = join(folder, 'backups');
  for (const made of [backupDir, join(folder, 'data')]) await mkdir(made);
  await writeFile(join(backupDir, FILE), 'sealed');
  [lines, pings, answer] = [[], [], 200];
});

function follower(changes: Partial<Config>, graceMs?: number) {
  const config = {
    ...readConfig({ DATA_DIR: join(folder, 'data'), SMTP_URL: 'smtp://a:secret-password@127.0.0.1:1' }),
    backupDir,
    ...changes,
  };
  const log = createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) });
  const context = { config, log, now: () => NOW };
  const stopping = new AbortController();
  return {
    begin: (file: string) => noteBackup(context, file),
    catchUp: () => followBackup(context, backupDir, stopping.signal, graceMs),
    stop: () => stopping.abort(),
  };
}

async function state(): Promise<Omit<Followed, 'noted'> | null> {
  const found = await readFollowed(join(folder, 'data'), backupDir, NOW);
  if (found === null) return null;
  const { noted, ...rest } = found;
  assert.equal(noted, NOW.toString());
  return rest;
}

const told = () => lines.map((line) => JSON.parse(line)).map(({ level, msg, code }) => [level, msg, code]);

test('the command gets the file and nothing of the settings, then the address is asked, and both once', async () => {
  const backupAfter = `cp "$BACKUP_FILE" ../copy; env > ../env; echo more >> ../runs`;
  const one = follower({ backupAfter, backupPingUrl: pingUrl });
  await one.begin(FILE);
  assert.deepEqual(await state(), { file: FILE, command: 'due', ping: 'due' });
  await one.catchUp();
  await follower({ backupAfter, backupPingUrl: pingUrl }).catchUp();
  assert.equal(readFileSync(join(folder, 'copy'), 'utf8'), 'sealed');
  assert.equal(readFileSync(join(folder, 'runs'), 'utf8'), 'more\n');
  assert.doesNotMatch(readFileSync(join(folder, 'env'), 'utf8'), /secret|SMTP|PASS/);
  assert.deepEqual(pings, ['GET /ping/secret-of-the-switch']);
  assert.deepEqual(await state(), { file: FILE, command: 'done', ping: 'done' });
  assert.equal(statSync(join(folder, 'data/after-backup.json')).mode & 0o777, 0o600);
  assert.deepEqual(lines, []);
});

test('what failed is told without a word of it and tried again, also by the next start', async () => {
  const failing = 'echo Анна Петрова; echo Анна >&2; exit 7';
  const one = follower({ backupAfter: failing, backupPingUrl: pingUrl });
  await one.begin(FILE);
  await one.catchUp();
  assert.deepEqual(told(), [['error', 'BACKUP_AFTER failed, tried again in ten minutes', 7]]);
  assert.deepEqual(pings, []);
  assert.deepEqual(await state(), { file: FILE, command: 'failed', ping: 'due' });
  answer = 500;
  const next = follower({ backupAfter: 'exit 0', backupPingUrl: pingUrl });
  await next.catchUp();
  assert.deepEqual(await state(), { file: FILE, command: 'done', ping: 'failed' });
  answer = 200;
  await next.catchUp();
  assert.deepEqual([pings.length, await state()], [2, { file: FILE, command: 'done', ping: 'done' }]);
  assert.doesNotMatch(lines.join(''), /Анна|secret-of-the-switch/);
});

test('an address without a server is reported without naming it', async () => {
  const one = follower({ backupPingUrl: 'http://127.0.0.1:1/secret-of-the-switch' });
  await one.begin(FILE);
  await one.catchUp();
  assert.deepEqual(await state(), { file: FILE, command: 'done', ping: 'failed' });
  assert.deepEqual(
    told().map(([level, msg]) => [level, msg]),
    [['error', 'BACKUP_PING_URL cannot be reached, asked again in ten minutes']],
  );
  assert.doesNotMatch(lines.join(''), /secret-of-the-switch/);
});

test('nothing is done for a backup that is gone, and nothing before the first one', async () => {
  const one = follower({ backupAfter: 'touch ../ran', backupPingUrl: pingUrl });
  await one.catchUp();
  await one.begin(FILE);
  await rm(join(backupDir, FILE));
  await one.catchUp();
  assert.deepEqual([existsSync(join(folder, 'ran')), pings.length], [false, 0]);
});

test('a backup of this node is followed no more once another node made a newer one', async () => {
  const one = follower({ backupAfter: 'echo more >> ../runs; exit 1', backupPingUrl: pingUrl });
  await one.begin(FILE);
  await one.catchUp();
  // Of a clock that was wrong: no newer backup.
  await writeFile(join(backupDir, FILE.replace('2026', '2031')), 'sealed');
  await one.catchUp();
  assert.equal(readFileSync(join(folder, 'runs'), 'utf8'), 'more\nmore\n');
  await writeFile(join(backupDir, FILE.replace('090000', '090030')), 'sealed');
  await one.catchUp();
  assert.equal(readFileSync(join(folder, 'runs'), 'utf8'), 'more\nmore\n');
  assert.equal(await state(), null);
});

const IGNORING = `trap '' TERM; sleep 600 & echo $! > "$PWD/../pid.new"; mv ../pid.new ../pid; wait; sleep 600`;

/** Resolves to the process that the command left behind, once it has. */
async function sleeperOf(): Promise<number> {
  while (!existsSync(join(folder, 'pid'))) await aMoment();
  return Number(readFileSync(join(folder, 'pid'), 'utf8'));
}

/** Its end is certain, and a moment behind the signal. */
async function endOf(pid: number): Promise<void> {
  while (isRunning(pid)) await aMoment();
}

const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a command that ignores the end of the server is ended with all that it started', async () => {
  const one = follower({ backupAfter: IGNORING }, 1);
  await one.begin(FILE);
  const running = one.catchUp();
  const sleeper = await sleeperOf();
  one.stop();
  await running;
  assert.deepEqual(await state(), { file: FILE, command: 'failed', ping: 'done' });
  await endOf(sleeper);
  assert.deepEqual(lines, []);
});

test('a command that has not ended after six hours is ended with all that it started', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const tooLong = new AbortController();
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    assert.equal(ms, 6 * 3600_000);
    return tooLong.signal;
  });
  const one = follower({ backupAfter: IGNORING }, 1);
  await one.begin(FILE);
  const running = one.catchUp();
  const sleeper = await sleeperOf();
  tooLong.abort();
  assert.ok(isRunning(sleeper), 'it ignores the first signal');
  t.mock.timers.tick(1);
  await running;
  assert.deepEqual(await state(), { file: FILE, command: 'failed', ping: 'done' });
  await endOf(sleeper);
  assert.deepEqual(told(), [['error', 'BACKUP_AFTER failed, tried again in ten minutes', null]]);
});

/** A process that ended and that nobody waited for yet is one no more. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
