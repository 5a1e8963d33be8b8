import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { needPackage } from '#proofs/torture/debian-package.ts';
import { bootDebian, layDebian } from '#proofs/torture/package/debian-root.ts';
import { moveByPackage } from '#proofs/torture/package/moved.ts';
import { EMAIL, type TakenAlong, tryPackage } from '#proofs/torture/package/installed.ts';
import type { Part } from '#proofs/torture/part.ts';

const exec = promisify(execFile);
const PROJECT = join(import.meta.dirname, '../../..');
const SUITES = ['bookworm', 'trixie'];

/**
 * Makes the release of this commit twice, in two folders, and of a commit that follows; then installs, uses, upgrades and
 * removes the package in Debian 12 and 13 from nothing, whose systemd is the first process of its namespace.
 */
export const run: Part = async (tell) => {
  if (process.getuid?.() !== 0) throw new Error('Starting a Debian in a folder takes the rights of root.');
  await needPackage('debootstrap', 'debootstrap', ['--version']);
  await needPackage('systemd-container', 'systemd-nspawn', ['--version']);
  const scratch = await mkdtemp(join(tmpdir(), 'kabinet-package-'));
  try {
    const one = await checkOut(PROJECT, join(scratch, 'one'));
    const another = await checkOut(one, join(scratch, 'another/folder'));
    const first = await release(one);
    const again = await release(another);
    for (const [at, file] of first.entries()) {
      const [bytes, others] = await Promise.all([readFile(file), readFile(again[at] ?? '')]);
      tell({
        what: `${basename(file)}, made twice of one commit`,
        where: 'two checkouts',
        measured: `${(bytes.length / 1e6).toFixed(1)} MB, ${bytes.equals(others) ? 'the same bytes' : 'other bytes'}`,
        wanted: 'the same bytes',
        ok: bytes.equals(others),
      });
    }
    const [archive = '', own = ''] = first;
    const files = await sameFiles(archive, own, scratch);
    tell({
      what: 'the archive holds the files of the package, each as its list says',
      where: 'sha256sum --check FILES, diff',
      measured: `${files} files`,
      wanted: 'no other',
      ok: files > 100,
    });
    const kept = join(scratch, basename(own));
    await cp(own, kept);
    const [, next = ''] = await release(await commitNext(one));
    let from: TakenAlong | null = null;
    for (const suite of SUITES) {
      const folder = join(scratch, suite);
      await layDebian(suite, folder);
      await using root = await bootDebian(folder);
      from = await tryPackage(root, { first: kept, next }, { where: `Debian ${suite}, systemd`, from, tell });
    }
    const [folder, key] = [join(scratch, SUITES.at(-1) ?? ''), from?.key ?? ''];
    const moved = await moveByPackage(next, { data: join(folder, 'var/lib/kabinet'), key, scratch });
    tell({
      what: 'kabinet move postgres, and move sqlite back, from the unpacked package',
      where: 'PostgreSQL',
      measured: `accounts: ${moved.length}`,
      wanted: 'the one of before',
      ok: moved.join() === EMAIL,
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

/** A stranger builds the committed files. */
async function checkOut(from: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await exec('git', ['clone', '--quiet', from, folder]);
  await exec('cp', ['--archive', '--link', join(PROJECT, 'node_modules'), folder]);
  return folder;
}

async function release(folder: string): Promise<string[]> {
  const { stdout } = await exec(process.execPath, [join(folder, 'scripts/release.mjs')], {
    cwd: folder,
    maxBuffer: 1e8,
  });
  const files = [...stdout.matchAll(/^(\/.*\.(?:tar\.gz|deb)), \d+ MB/gm)].map(([, file = '']) => file);
  for (const file of files) await stat(file);
  if (files.length !== 2) throw new Error(stdout);
  return files;
}

/** Unpacks both, throws where they differ, and returns how many files there are. */
async function sameFiles(archive: string, packed: string, scratch: string): Promise<number> {
  const [one, other] = [join(scratch, 'of-archive'), join(scratch, 'of-package')];
  for (const folder of [one, other]) await mkdir(folder);
  await exec('tar', ['--extract', '--strip-components=1', '--directory', one, '--file', archive]);
  await exec('dpkg-deb', ['--extract', packed, other]);
  const { stdout } = await exec('diff', ['--recursive', one, join(other, 'usr/lib/kabinet')]);
  if (stdout !== '') throw new Error(stdout);
  await exec('sha256sum', ['--check', '--quiet', 'FILES'], { cwd: one });
  return (await readFile(join(one, 'FILES'), 'utf8')).trim().split('\n').length;
}

/** One more commit in a checkout, with a version of its own, and a page and a server that differ. */
async function commitNext(folder: string): Promise<string> {
  const manifest = join(folder, 'package.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace(/"version": "(\d+)\.(\d+)\.\d+"/, '"version": "$1.$2.999"'));
  const style = join(folder, 'web/ui/base/base.css');
  await writeFile(style, `${await readFile(style, 'utf8')}\n.next-version {\n  color: red;\n}\n`);
  const author = ['-c', 'user.name=Torture', '-c', 'user.email=torture@localhost'];
  await exec('git', [...author, 'commit', '--quiet', '--all', '--message', 'Change a style'], { cwd: folder });
  return folder;
}
