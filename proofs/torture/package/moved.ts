import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestPostgres } from '#proofs/support/test-postgres.ts';

const exec = promisify(execFile);

/**
 * Moves what an installation left to PostgreSQL and back, by the command of the package and from its unpacked files alone;
 * returns the accounts that are there in the end.
 */
export async function moveByPackage(
  packed: string,
  { data, key, scratch }: { data: string; key: string; scratch: string },
): Promise<string[]> {
  const [tree, before, after] = ['tree', 'before', 'after'].map((name) => join(scratch, 'moved', name));
  assert.ok(tree && before && after);
  await mkdir(tree, { recursive: true });
  await exec('dpkg-deb', ['--extract', packed, tree]);
  await cp(data, before, { recursive: true });
  await using postgres = await createTestPostgres('no tables');
  const kabinet = async (dataDir: string, databaseUrl: string, ...words: string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'], KABINET_ENV: '/dev/null', DATA_DIR: dataDir, KEY_FILE: key };
    const { stdout } = await exec(join(tree, 'usr/bin/kabinet'), words, { env: { ...env, DATABASE_URL: databaseUrl } });
    return stdout;
  };
  await kabinet(before, postgres.url, 'move', 'postgres');
  await kabinet(after, postgres.url, 'move', 'sqlite');
  const accounts: { email: string }[] = JSON.parse(await kabinet(after, '', 'users', 'list', '--json'));
  return accounts.map(({ email }) => email);
}
