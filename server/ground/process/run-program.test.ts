import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#proofs/support/free-port.ts';
import { endProgram, readyUrl, startProgram } from '#proofs/support/program.ts';
import { describeFailure } from '../../../scripts/lib-project.mjs';

const ROOT = join(import.meta.dirname, '../../..');

/** Runs a file of the project, or lines of a program, with this environment. */
function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const FAULT = `Object.assign(new TypeError('Anna Petrova'), { code: 'ERR_ODD' })`;
const failing = (runner: 'runCommand' | 'runProgram', when = ''): string[] => [
  '--input-type=module',
  '-e',
  `import { ${runner} } from '#server/ground/process/run-program.ts'; await ${runner}(async () => { ${when} throw ${FAULT}; });`,
];
const LATER = 'setTimeout(() => {}, 60_000); setImmediate(() => { throw new RangeError("Anna Petrova"); }); return;';

test('what no command foresaw is one sentence with its code, and a file with the place and not the words', () => {
  const { status, stdout, stderr } = run(failing('runCommand'));
  assert.equal(status, 1);
  assert.equal(stdout, '');
  const [, file = ''] =
    /^This failed in a way that was not foreseen \(ERR_ODD\): (\S+) says where\.\n$/.exec(stderr) ?? [];
  assert.ok(existsSync(file), stderr);
  const details = readFileSync(file, 'utf8');
  rmSync(file);
  assert.match(details, /"name": "TypeError"[^]*"at": \[/);
  assert.doesNotMatch(details, /Anna/);
});

test('of a server the log says where', () => {
  const { status, stdout, stderr } = run(failing('runProgram'));
  assert.equal(status, 1);
  assert.equal(stderr, 'This failed in a way that was not foreseen (ERR_ODD): the log says where.\n');
  assert.match(stdout, /^\{"level":"fatal",.*"code":"ERR_ODD".*"msg":"ended by a mistake of the program"\}\n$/);
  assert.doesNotMatch(stdout, /Anna/);
});

test('so it is where an error is thrown later, by what nothing waits for', () => {
  const command = run(failing('runCommand', LATER));
  assert.equal(command.status, 1);
  const [, file = ''] = /^This failed [^\n]+ \(RangeError\): (\S+) says where\.\n$/.exec(command.stderr) ?? [];
  rmSync(file);
  const server = run(failing('runProgram', LATER));
  assert.deepEqual([server.status, /Anna/.test(server.stdout + server.stderr)], [1, false]);
});

test('a server whose log has no reader any more ends all the same', async () => {
  const program = `import { createLog } from '#server/ground/process/log.ts';
    const log = createLog({ logLevel: 'info' });
    log.info('begun');
    log.flush();
    process.stdin.on('end', () => log.info('stopped')).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT });
  try {
    await once(child.stdout, 'data');
    const closed = once(child, 'close');
    child.stdout.destroy();
    child.stdin.end();
    assert.deepEqual(await closed, [0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a wrong variable and a file that is not there are one sentence; what a start cannot mend is told by the status', () => {
  for (const [program, wanted] of [
    ['server/main.ts', 78],
    ['server/healthy.ts', 1],
  ] as const) {
    const { status, stderr } = run([program], { HOST: 'http://127.0.0.1' });
    assert.deepEqual({ status, stderr }, { status: wanted, stderr: REFUSAL }, program);
  }
  const asked = run(['server/main.ts', '--help']);
  assert.equal(asked.status, 78);
  assert.match(asked.stderr, /^The server takes no arguments: [^\n]+\n$/);
  const { status, stderr } = run(['server/data/backup/check-command.ts', '/no/such/file']);
  assert.deepEqual({ status, stderr }, { status: 1, stderr: '/no/such/file cannot be read (SQLITE_CANTOPEN).\n' });
});

const REFUSAL = 'HOST must be an address to listen on, without http:// and port.\n';

test('systemd hears that the program serves once it does, and a start without it goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-notify-'));
  const told = join(folder, 'told');
  const env = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), NOTIFY_SOCKET: '@nobody', TOLD: told };
  try {
    const standIn = `#!${process.execPath}
      import { writeFileSync } from 'node:fs';
      const { status } = await fetch('http://127.0.0.1:' + process.env.PORT + '/api/health');
      writeFileSync(process.env.TOLD, process.argv.slice(2) + ' ' + status);`;
    await writeFile(join(folder, 'systemd-notify'), standIn, { mode: 0o755 });
    const child = startProgram('server/main.ts', { ...env, PATH: folder });
    await readyUrl(child);
    for (let tries = 0; !existsSync(told) || readFileSync(told, 'utf8') === ''; tries += 1) {
      assert.ok(tries < 1500, 'systemd is told');
      await sleep(20);
    }
    await endProgram(child, 'SIGTERM');
    assert.equal(readFileSync(told, 'utf8'), '--ready 200');
    const without = startProgram('server/main.ts', { ...env, PATH: '/nowhere' });
    setTimeout(() => without.kill('SIGTERM'), 60_000).unref();
    let said = '';
    for await (const chunk of without.stdout ?? []) {
      said += String(chunk);
      if (said.includes('systemd does not know')) without.kill('SIGTERM');
    }
    assert.match(said, /"code":"ENOENT".*"msg":"systemd does not know that the program serves"/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a script tells what the system refused, and puts the rest aside', () => {
  const refused = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'mkdir', path: '/app/dist' });
  assert.equal(describeFailure(refused), '/app/dist cannot be used (EACCES): is it this user’s own?');
  const [, file = ''] = /\(TypeError\): (\S+) says where\.$/.exec(describeFailure(new TypeError('odd'))) ?? [];
  assert.match(readFileSync(file, 'utf8'), /^TypeError: odd\n +at /);
  rmSync(file);
});
