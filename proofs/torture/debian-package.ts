import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const exec = promisify(execFile);

const INSTALL_MS = 5 * 60_000;

/** Installs a Debian package where its program is missing or too old; throws an error with the reason where that fails. */
export async function needPackage(
  name: string,
  program: string,
  version: readonly string[],
  isNewEnough: (printed: string) => boolean = () => true,
): Promise<void> {
  const isThere = (): Promise<boolean> =>
    exec(program, [...version]).then(
      ({ stdout }) => isNewEnough(stdout),
      () => false,
    );
  if (await isThere()) return;
  if (process.getuid?.() === 0) {
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: INSTALL_MS };
    const tryOn = (): void => undefined;
    await exec('apt-get', ['update', '--quiet'], options).catch(tryOn);
    await exec('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', name], options).catch(tryOn);
    if (await isThere()) return;
  }
  throw new Error(`${program} is missing or too old: install the package ${name}`);
}
