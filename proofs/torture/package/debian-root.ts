import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const BOOTED_MS = 90_000;
const STEP_MS = 10 * 60_000;
const SPACES = ['--mount', '--uts', '--ipc', '--net', '--pid'];
const ENV = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', LANG: 'C.UTF-8' };

/** Puts a release of Debian into a folder, with systemd and what a package may ask for, so that no network is needed. */
export async function layDebian(suite: string, folder: string): Promise<void> {
  const more = '--include=systemd,systemd-sysv,dbus,adduser';
  const options = { timeout: STEP_MS, maxBuffer: 1e8 };
  await exec('debootstrap', ['--variant=minbase', more, suite, folder], options);
  const get = 'apt-get install --yes --download-only --no-install-recommends libatomic1';
  await exec('chroot', [folder, 'sh', '-ec', `apt-get update; ${get}`], options);
}

/** A Debian that runs: its systemd is the first process, its network has no other side. */
export interface DebianRoot extends AsyncDisposable {
  folder: string;
  /** Runs a line for the shell as root; throws with what it said where it fails. */
  run(line: string): Promise<string>;
  /** Starts a program of this machine in the network of the root. */
  startBeside(command: string, args: readonly string[]): ChildProcess;
}

export async function bootDebian(folder: string): Promise<DebianRoot> {
  await writeFile(join(folder, 'etc/hostname'), 'practice\n');
  const options = ['--quiet', '--directory', folder, '--boot', '--register=no', '--keep-unit', '--private-network'];
  const machine = spawn('systemd-nspawn', [...options, '--console=read-only'], { stdio: 'ignore' });
  const ended = once(machine, 'exit');
  const stop = async (): Promise<void> => {
    machine.kill('SIGTERM');
    const killing = setTimeout(() => machine.kill('SIGKILL'), BOOTED_MS);
    await ended;
    clearTimeout(killing);
  };
  try {
    const first = await firstProcess(machine);
    const enter = ['--target', first, ...SPACES, '--root', '--wd'];
    const run = async (line: string): Promise<string> => {
      const { stdout, stderr } = await exec('nsenter', [...enter, 'sh', '-ec', line], {
        env: ENV,
        timeout: STEP_MS,
        maxBuffer: 1e8,
      });
      return stdout + stderr;
    };
    // Degraded is a machine that runs, with a service of Debian's that has no place in a container.
    await run('systemctl is-system-running --wait || systemctl is-active multi-user.target');
    return {
      folder,
      run,
      startBeside: (command, args) =>
        spawn('nsenter', ['--target', first, '--net', command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] }),
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the process that is the first one inside, once its systemd can be asked. */
async function firstProcess({ pid }: ChildProcess): Promise<string> {
  const until = performance.now() + BOOTED_MS;
  while (performance.now() < until) {
    const found = await exec('pgrep', ['--parent', String(pid)]).catch(() => ({ stdout: '' }));
    const [first = ''] = found.stdout.trim().split('\n');
    const asked = ['--target', first, ...SPACES, '--root', '--wd', 'test', '-S', '/run/systemd/private'];
    if (
      first !== '' &&
      (await exec('nsenter', asked, { env: ENV }).then(
        () => true,
        () => false,
      ))
    )
      return first;
    await sleep(200);
  }
  throw new Error('The Debian in the folder does not start.');
}
