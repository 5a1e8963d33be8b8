import { execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endProgram } from '#proofs/support/program.ts';
import { needPackage } from '#proofs/torture/debian-package.ts';
import { freePort } from '#proofs/support/free-port.ts';

const exec = promisify(execFile);

export interface Pooler extends AsyncDisposable {
  version: string;
  url: string;
}

/** Debian's pgbouncer in transaction mode, with fewer connections to the database than it has callers. */
export async function startPooler(databaseUrl: string, connections: number): Promise<Pooler> {
  await needPackage('pgbouncer', 'pgbouncer', ['--version']);
  const { hostname, port: databasePort, username, password } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-pgbouncer-'));
  const port = await freePort();
  const users = join(folder, 'users');
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
  );
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? await idsOf('postgres') : null;
  if (user) for (const path of [folder, users, file]) await chown(path, user.uid, user.gid);
  const child = spawn('pgbouncer', ['--quiet', file], { ...user, cwd: folder, stdio: 'ignore' });
  for (let patience = 200; patience > 0 && !(await answers(port)); patience -= 1) await sleep(50);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    version: /\d+\.\d+\S*/.exec((await exec('pgbouncer', ['--version'])).stdout)?.[0] ?? '',
    url: url.href,
    async [Symbol.asyncDispose]() {
      await endProgram(child, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

async function idsOf(user: string): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string): Promise<number> => Number((await exec('id', [flag, user])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}
