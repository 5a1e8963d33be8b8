import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from './lib-process.mjs';
import { inProject } from './lib-project.mjs';

/** One of each major that is in use, as old as it still comes with a Node or with Debian, with its hash. */
export const NPMS: Readonly<Record<string, string>> = {
  '9.2.0': 'sha512-oypVdaWGHDuV79RXLvp+B9gh6gDyAmoHKrQ0/JBYTWWx5D8/+AAxFdZC84fSIiyDdyW4qfrSyYGKhekxDOaMXQ==',
  '10.8.2': 'sha512-x/AIjFIKRllrhcb48dqUNAAZl0ig9+qMuN91RpZo3Cb2+zuibfh+KISl6+kVVyktDz230JKc208UkQwwMqyB+w==',
  '11.0.0': 'sha512-Ed/ylWXSKXx058WUqXYlgb3pafCqXL5vWzZEvwCKFsBl7OYQlNn/u4ESW+ON+OG6Q+uCRLPTDGHreX6aJEDj7A==',
  '12.2.0': 'sha512-ZsJjKpTnlmSXOLLXiU1xDCzC4Wlok4IwZmh/aw2KUuXytU7q6qMv/cUT7MoeSf95Slwuw/lRXYefGzGCspHPNQ==',
};

const CACHE = inProject('.cache', 'npms');
const NOT_REACHED = /EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT/;

/** The registry of packages cannot be reached. */
export class RegistryAway extends Error {}

/**
 * The program of an npm of that version, kept in the checkout once it was fetched.
 * Throws RegistryAway without a way to the registry.
 */
export async function fetchNpm(version: string): Promise<string> {
  const folder = join(CACHE, version);
  const program = join(folder, 'package/bin/npm-cli.js');
  if (existsSync(program)) return program;
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'fetched-'));
  try {
    const pack = await capture('npm', ['pack', `npm@${version}`, '--pack-destination', scratch, '--fetch-retries=1']);
    if (!pack.ok && NOT_REACHED.test(pack.output))
      throw new RegistryAway(`npm ${version} is not here, and the registry cannot be reached`);
    if (!pack.ok) throw new Error(pack.output);
    const archive = join(scratch, `npm-${version}.tgz`);
    const hash = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (`sha512-${hash}` !== NPMS[version]) throw new Error(`npm ${version} came with another hash: ${hash}`);
    const unpacked = await capture('tar', ['-xzf', archive, '-C', scratch]);
    if (!unpacked.ok) throw new Error(unpacked.output);
    await rename(scratch, folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return program;
}
