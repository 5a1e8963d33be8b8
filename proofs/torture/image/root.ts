import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** What runs inside a folder that it sees as the root of the file system. */
export interface Started {
  folder: string;
  workdir: string;
  env: Readonly<Record<string, string>>;
  /** 'uid:gid' */
  user: string;
  command: readonly string[];
  /** Where alone it may write, /tmp aside; null: everywhere. */
  writable: readonly string[] | null;
}

const PROGRAMS = ['usr', 'bin', 'sbin', 'lib', 'lib64', 'etc'].filter((name) => existsSync(join('/', name)));
const PATH = '/opt/node:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Where packages come from is the machine's to say. */
const NPM_SETTINGS = join(homedir(), '.npmrc');

/**
 * The command line for it: in a mount namespace of its own the machine's programs are laid into the folder, the Node
 * that runs this before them.
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
  // A step of the build goes through the machine's proxies and certificates; what runs later has nothing but its own.
  const anew = writable ? ['--ignore-environment'] : [];
  return ['env', ...anew, ...settings, 'unshare', '--mount', 'sh', '-ec', script, 'sh', ...command];
}
