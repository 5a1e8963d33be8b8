import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** Makes the same package under another version, with its checksum, into a folder; returns its file. */
export async function repackAs(version: string, packed: string, folder: string): Promise<string> {
  const [, own = ''] = /^kabinet_([^_]+)_/.exec(basename(packed)) ?? [];
  const tree = await mkdtemp(join(tmpdir(), 'kabinet-repacked-'));
  try {
    await exec('dpkg-deb', ['--raw-extract', packed, tree]);
    for (const file of ['DEBIAN/control', 'usr/lib/kabinet/package.json']) {
      const text = await readFile(join(tree, file), 'utf8');
      await writeFile(join(tree, file), text.replace(own, version));
    }
    const file = join(folder, basename(packed).replace(own, version));
    await exec('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, file]);
    const sum = createHash('sha256').update(await readFile(file));
    await writeFile(`${file}.sha256`, `${sum.digest('hex')}  ${basename(file)}\n`);
    return file;
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}
