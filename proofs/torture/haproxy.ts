import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endProgram } from '#proofs/support/program.ts';
import { administer } from '#proofs/support/test-postgres.ts';
import { needPackage } from '#proofs/torture/debian-package.ts';
import { freePort } from '#proofs/support/free-port.ts';
import { replaceAll } from '#proofs/torture/proxies.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');

export interface DatabaseProxy extends AsyncDisposable {
  version: string;
  url: string;
}

/** HAProxy with the shipped configuration, except for addresses, in front of the servers of one database. */
export async function startHaproxy(urls: readonly [string, string]): Promise<DatabaseProxy> {
  await needPackage('haproxy', 'haproxy', ['-v']);
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-haproxy-'));
  const check = join(folder, 'takes-writes');
  const script = await readFile(join(DEPLOY, 'takes-writes'), 'utf8');
  await writeFile(check, replaceAll(script, [['/var/lib/haproxy', folder]]));
  await chmod(check, 0o755);
  await chmod(folder, 0o755);
  const port = await freePort();
  const [one, two] = urls.map((url) => new URL(url).host);
  const shipped = await readFile(join(DEPLOY, 'haproxy.cfg'), 'utf8');
  const config = replaceAll(shipped, [
    ['bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`],
    ['/usr/local/bin/takes-writes', check],
    ['server one 10.0.0.1:5432', `server one ${one}`],
    ['server two 10.0.0.2:5432', `server two ${two}`],
  ]);
  const file = join(folder, 'haproxy.cfg');
  // Without root it keeps the current user.
  const isRoot = process.getuid?.() === 0;
  // As docs/SCALING.md installs it: the check runs as the user haproxy and writes to this folder alone.
  const owner = isRoot ? ['-o', 'haproxy', '-g', 'haproxy'] : [];
  await promisify(execFile)('install', ['-d', '-m', '0700', ...owner, join(folder, 'kabinet')]);
  await writeFile(file, isRoot ? config : config.replaceAll(/^ *(?:user|group) haproxy\n/gm, ''));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const url = new URL(urls[0]);
  url.host = `127.0.0.1:${port}`;
  const answers = (): Promise<boolean> =>
    administer(url.href, (client) => client.query('select')).then(
      () => true,
      () => false,
    );
  for (let patience = 100; patience > 0 && !(await answers()); patience -= 1) await sleep(100);
  const { stdout } = await promisify(execFile)('haproxy', ['-v']);
  return {
    version: /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '',
    url: url.href,
    async [Symbol.asyncDispose]() {
      await endProgram(child, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
