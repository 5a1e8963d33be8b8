import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#proofs/support/free-port.ts';

const exec = promisify(execFile);

const FOLDER = '/usr/lib/postgresql';
const INSTALL_MS = 10 * 60_000;

/** Debian's PostgreSQL on throwaway data, with all of its programs: the package that the tests use has no pg_dump. */
export interface DebianPostgres extends AsyncDisposable {
  version: string;
  /** A folder for files. */
  folder: string;
  /** Returns the URL of a database for the role kabinet. */
  url(database: string): string;
  /** Runs a shell command as the superuser types it. */
  sh(line: string, env?: NodeJS.ProcessEnv): Promise<string>;
}

/** PostgreSQL's programs, and a user under which they run. */
export interface PostgresPrograms {
  bin: string;
  user: { uid: number; gid: number } | null;
  /** Creates a folder that this user owns. */
  makeFolder: () => Promise<string>;
  run: (program: string, args: string[]) => Promise<string>;
}

/** Returns a reason in words where they are missing. */
export async function findPostgresPrograms(): Promise<PostgresPrograms | string> {
  const bin = (await findPrograms()) ?? (await install());
  if (bin === null) return 'the programs of PostgreSQL 15 or later are missing: install the package postgresql';
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? await idsOf('postgres') : null;
  return {
    bin,
    user,
    async makeFolder() {
      const folder = await mkdtemp(join(tmpdir(), 'kabinet-debian-postgres-'));
      if (user) await chown(folder, user.uid, user.gid);
      return folder;
    },
    run: async (program, args) => (await exec(join(bin, program), args, { ...user, cwd: tmpdir() })).stdout,
  };
}

export const CLUSTER = ['--username=kabinet', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
export const LOOPBACK = '-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off';

/** As on Debian: the administrator's role is not the program's. */
const SUPERUSER = 'postgres';

/** Returns a reason in words where it cannot start. */
export async function startDebianPostgres(): Promise<DebianPostgres | string> {
  const programs = await findPostgresPrograms();
  if (typeof programs === 'string') return programs;
  const { bin, run } = programs;
  const folder = await programs.makeFolder();
  const data = join(folder, 'data');
  const port = await freePort();
  const env = {
    ...process.env,
    PATH: [bin, process.env['PATH']].join(delimiter),
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: SUPERUSER,
  };
  await run('initdb', ['-D', data, ...CLUSTER, `--username=${SUPERUSER}`]);
  await run('pg_ctl', ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', `-c port=${port} ${LOOPBACK}`]);
  return {
    version: (await run('postgres', ['--version'])).trim().replace(/^postgres \(PostgreSQL\) (\S+).*$/, '$1'),
    folder,
    url: (database) => `postgres://kabinet@127.0.0.1:${port}/${database}`,
    sh: async (line, extra = {}) =>
      (await exec('sh', ['-ec', line], { cwd: folder, env: { ...env, ...extra } })).stdout,
    async [Symbol.asyncDispose]() {
      await run('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', data]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the newest version that has all programs. */
async function findPrograms(): Promise<string | null> {
  const versions = (await readdir(FOLDER).catch(() => [])).map(Number).filter((version) => version >= 15);
  for (const version of versions.toSorted((a, b) => b - a)) {
    const bin = join(FOLDER, String(version), 'bin');
    const programs = await readdir(bin);
    if (
      ['initdb', 'pg_ctl', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore', 'createdb'].every((name) =>
        programs.includes(name),
      )
    ) {
      return bin;
    }
  }
  return null;
}

async function install(): Promise<string | null> {
  if (process.getuid?.() !== 0) return null;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: INSTALL_MS };
  const tryOn = (): void => undefined;
  await exec('apt-get', ['update', '--quiet'], options).catch(tryOn);
  await exec('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', 'postgresql'], options).catch(tryOn);
  return findPrograms();
}

async function idsOf(user: string): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string): Promise<number> => Number((await exec('id', [flag, user])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}
