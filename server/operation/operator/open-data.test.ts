import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { asNobody, giveToNobody, IS_ROOT } from '#proofs/support/as-nobody.ts';
import { createTestData, forEachEngine, onEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { envOf } from '#proofs/support/operator/on-server.ts';
import { runTyped } from '#proofs/support/operator/typed.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import type { Config } from '#server/ground/config/config.ts';
import { openForCommand } from '#server/open-context.ts';
import { COMMANDS } from '#server/operation/operator/commands.ts';
import type { OpenHere } from '#server/operation/operator/open-data.ts';
import { socketOf } from '#server/operation/operator/calls.ts';
import { startServer } from '#server/start-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const AS_ROOT = { skip: IS_ROOT ? false : 'only root has a folder that is somebody else’s' };

const typed = (config: Config, ...words: string[]) =>
  runTyped(words, { commands: COMMANDS, env: envOf(config), openHere: openForCommand });

/** A database with an account, that no program has open. */
async function withAccount(engine: 'sqlite' | 'postgres') {
  const data = await createTestData(engine);
  const { db, close } = await startOnce(data.config);
  await addPractitioner(db, { email: 'anna@example.org' });
  await close();
  return data;
}

async function startOnce(config: Config) {
  const server = await startServer(config, join(tmpdir(), 'no-web'));
  return { db: server.context.db, close: () => server.stop() };
}

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('SAFE-04 without a running program the command works on the data itself, and two at once wait for each other', async () => {
    await using data = await withAccount(engine);
    const { dataDir } = data.config;
    const before = await readdir(dataDir);
    const [locked, listed] = await Promise.all([
      typed(data.config, 'users', 'lock', 'anna@example.org', '--yes'),
      typed(data.config, 'users', 'list', '--json'),
    ]);
    assert.deepEqual([locked?.status, listed?.status], [0, 0], `${locked?.beside}${listed?.beside}`);
    assert.match((await typed(data.config, 'users', 'show', 'anna@example.org')).output, /locked/);
    assert.deepEqual((await readdir(dataDir)).toSorted(), before.toSorted(), 'it leaves nothing behind');
    // The next start takes the data for its own.
    const again = await startOnce(data.config);
    const rows = await again.db.read.selectFrom('outbox').select('kind').execute();
    await again.close();
    assert.deepEqual(rows, [{ kind: 'by-operator' }]);
  });

  test('AUTH-12 SAFE-04 an account that is deleted while no program runs is in the lists before any start', async () => {
    await using data = await withAccount(engine);
    const { dataDir } = data.config;
    await mkdir(dataDir, { recursive: true });
    const shown = await typed(data.config, 'users', 'show', 'anna@example.org', '--json');
    const { id } = JSON.parse(shown.output);
    const { status, beside } = await typed(data.config, 'users', 'delete', 'anna@example.org', '--yes');
    assert.equal(status, 0, beside);
    assert.equal(JSON.parse(await readFile(join(dataDir, 'erased.jsonl'), 'utf8')).account, id);
  });

  test('SAFE-04 data of another version stays as it is', async () => {
    await using opened = await openTestDatabase(engine);
    await opened.db.write(({ trx }) => sql`delete from migrations`.execute(trx));
    await opened.db.close();
    const { status, beside } = await typed(opened.config, 'users', 'list');
    assert.equal(status, 1);
    assert.match(beside, /^The data is of another version of Kabinet: start this version first/);
  });
});

onEngine('sqlite', 'PostgreSQL has no folder with data', () => {
  test('SAFE-04 a folder without data does not become one with data', async () => {
    await using data = await createTestData('sqlite');
    const { status, beside } = await typed(data.config, 'users', 'list');
    assert.deepEqual(
      [status, beside],
      [1, `DATA_DIR ${data.config.dataDir} holds no data of Kabinet: it comes with the first start.\n`],
    );
    assert.ok(!existsSync(data.config.dataDir));
  });

  test('SAFE-04 the running program takes calls of its own user alone, and what is no call does it no harm', async () => {
    await using data = await withAccount('sqlite');
    const path = socketOf(data.config.dataDir);
    // A program that was killed leaves its socket behind.
    await writeFile(path, '');
    const server = await startServer(data.config, join(tmpdir(), 'no-web'));
    try {
      assert.ok((await lstat(path)).isSocket());
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      const calls = ['/drop []', '/list x', '/list', '/change ["x","lock"]', `/list ["${'x'.repeat(70_000)}"]`];
      const answers = await Promise.all(['', 'x\r\n\r\n', ...calls.map(posted)].map((text) => said(path, text)));
      for (const answer of answers) assert.doesNotMatch(answer, /"value"/);
      assert.match(answers[2] ?? '', /does not know this command/);
      assert.match(
        await said(path, posted('/list [{"text":"","page":1,"largest":false}]')),
        /"value":\{"accounts":\[\{"id"/,
      );
      const holding = connect(path);
      await once(holding, 'connect');
      assert.equal((await typed(data.config, 'users', 'list')).status, 0);
      await server.stop();
      assert.ok(!existsSync(path));
      holding.destroy();
    } finally {
      await server.stop();
    }
  });

  test('SAFE-04 a call that the program took is not run again where the program ends', async () => {
    await using data = await withAccount('sqlite');
    let taken = 0;
    const ending = createServer((socket) => {
      taken += 1;
      socket.once('data', () => socket.destroy());
    }).listen(socketOf(data.config.dataDir));
    await once(ending, 'listening');
    const { status, beside } = await typed(data.config, 'users', 'lock', 'anna@example.org', '--yes');
    ending.close();
    assert.deepEqual(
      [status, beside, taken],
      [1, 'The program ended before it had answered: look whether it was done.\n', 1],
    );
    assert.doesNotMatch((await typed(data.config, 'users', 'show', 'anna@example.org')).output, /locked/);
  });

  test('SAFE-04 root exports into a folder of root’s, and opens the folder of data as its owner', AS_ROOT, async () => {
    await using data = await withAccount('sqlite');
    const { dataDir, keyFile } = data.config;
    const above = dirname(dataDir);
    await chmod(above, 0o755);
    giveToNobody(dataDir);
    await chmod(keyFile ?? '', 0o644);
    const file = join(await mkdtemp(join(above, 'closed-')), 'anna.zip');
    const before = [process.geteuid?.(), process.getegid?.(), process.getgroups?.()];
    const users = new Set<number | undefined>();
    const openHere: OpenHere = (config) => {
      users.add(process.geteuid?.());
      return openForCommand(config);
    };
    const words = ['users', 'export', 'anna@example.org', file, '--yes'];
    const { status, beside } = await runTyped(words, { commands: COMMANDS, env: envOf(data.config), openHere });
    assert.equal(status, 0, beside);
    assert.deepEqual([...users], [(await stat(dataDir)).uid]);
    const { uid, mode, size } = await stat(file);
    assert.deepEqual([uid, mode & 0o777, size > 0], [0, 0o600, true]);
    assert.deepEqual([process.geteuid?.(), process.getegid?.(), process.getgroups?.()], before);
    // Another user is told who owns the folder.
    const stranger = await asNobody(() => typed({ ...data.config, dataDir: dirname(file) }, 'users', 'list'));
    assert.match(stranger.beside, /cannot be used \(EACCES\).* belongs to root/);
  });

  test('SAFE-04 a program that root started has a socket for the owner of the folder', AS_ROOT, async () => {
    await using data = await withAccount('sqlite');
    const { dataDir } = data.config;
    giveToNobody(dataDir);
    const server = await startServer(data.config, join(tmpdir(), 'no-web'));
    try {
      const [folder, socket] = await Promise.all([stat(dataDir), stat(socketOf(dataDir))]);
      assert.notEqual(folder.uid, 0);
      assert.deepEqual([socket.uid, socket.gid], [folder.uid, folder.gid]);
    } finally {
      await server.stop();
    }
  });
});

/** Returns an HTTP request with the call as its path and body. */
function posted(call: string): string {
  const [path, body = ''] = call.split(' ');
  const lines = [`POST ${path} HTTP/1.1`, 'host: x', 'connection: close', 'content-type: application/json'];
  return [...lines, `content-length: ${body.length}`, '', body].join('\r\n');
}

/** Returns the response of the program to a text. */
async function said(path: string, sent: string): Promise<string> {
  const socket = connect(path).on('error', () => undefined);
  socket.write(sent);
  if (sent === '') socket.end();
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await once(socket, 'close');
  return text;
}
