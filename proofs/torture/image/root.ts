import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** A command that runs with a folder as the root of its file system. */
export interface Started {
  folder: string;
  workdir: string;
  env: Readonly<Record<string, string>>;
  /** 'uid:gid' */
  user: string;
  command: readonly string[];
  /** The only writable folders, apart from /tmp; null: all. */
  writable: readonly string[] | null;
}

const PROGRAMS = ['usr', 'bin', 'sbin', 'lib', 'lib64', 'etc'].filter((name) => existsSync(join('/', name)));
const PATH = '/opt/node:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** The machine's settings decide where packages come from. */
const NPM_SETTINGS = join(homedir(), '.npmrc');

/**
 * Returns the command line: in its own mount namespace it mounts the machine's programs into the folder, with the
 * current Node first in PATH.
 */
export function inside({ folder, workdir, env, user, command, writable }: Started): [string, ...string[]] {
  const [uid, gid] = user.split(':');
  const lay = (what: string, where: string): string =>
    `mkdir -p "$ROOT${where}"; mount --bind "${what}" "$ROOT${where}"`;
  const script = [
    'mount --make-rprivate /; mount --bind "$ROOT" "$ROOT"',
    ...PROGRAMS.map((name) => lay(`/${name}`, `/${name}`)),
    lay(dirname(process.execPath), '/opt/node'),
    'mkdir -p "$ROOT/dev" "$ROOT/proc" "$ROOT/tmp" "$ROOT/root"',
    'mount --rbind /dev "$ROOT/dev"; mount --rbind /proc "$ROOT/proc"; mount -t tmpfs tmpfs "$ROOT/tmp"',
    existsSync(NPM_SETTINGS) ? `touch "$ROOT/root/.npmrc"; mount --bind "${NPM_SETTINGS}" "$ROOT/root/.npmrc"` : ':',
    ...(writable ?? []).map((path) => lay(`$ROOT${path}`, path)),
    writable ? 'mount -o remount,bind,ro "$ROOT"' : ':',
    `exec chroot "$ROOT" setpriv --reuid=${uid} --regid=${gid} --clear-groups sh -c 'cd "$0" && exec "$@"' "${workdir}" "$@"`,
  ].join('\n');
  const variables = Object.entries({ HOME: '/root', PATH, ...env, ROOT: folder });
  const settings = variables.map(([name, value]) => `${name}=${value}`);
  // A build step uses the machine's proxies and certificates; a running container has only its own environment.
  const anew = writable ? ['--ignore-environment'] : [];
  return ['env', ...anew, ...settings, 'unshare', '--mount', 'sh', '-ec', script, 'sh', ...command];
}
