import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const exec = promisify(execFile);

const INSTALL_MS = 5 * 60_000;

/** Makes sure that there is strace; throws in words where there is none and none can be installed. */
export async function needStrace(): Promise<void> {
  if (await isThere()) return;
  if (process.getuid?.() === 0) {
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: INSTALL_MS };
    const tryOn = (): void => undefined;
    await exec('apt-get', ['update', '--quiet'], options).catch(tryOn);
    await exec('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', 'strace'], options).catch(tryOn);
    if (await isThere()) return;
  }
  throw new Error('strace is missing: install the package strace');
}

async function isThere(): Promise<boolean> {
  return exec('strace', ['-V']).then(
    () => true,
    () => false,
  );
}

/** In front of a program: it stays our child, so that signals and its end are its own, and strace stands beside it. */
export function underStrace(...options: string[]): string[] {
  return ['strace', '-D', '-f', '--seccomp-bpf', ...options];
}
