import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { VERSION } from '#server/ground/process/version.ts';
import { needPackage } from '#proofs/torture/debian-package.ts';
import { readOperations, readOperationsBlocks, scriptOf } from '#proofs/torture/operations/blocks.ts';
import { repackAs } from '#proofs/torture/package/repack.ts';
import type { Part } from '#proofs/torture/part.ts';

const exec = promisify(execFile);
const PROJECT = join(import.meta.dirname, '../../..');
const STAND_INS = join(import.meta.dirname, '../operations');
const ACCOUNT = 'operator@kabinet.example';

/** Runs the blocks of docs/OPERATIONS.md and its pages as they stand, in their order, on what looks like an empty machine. */
export const run: Part = async (tell) => {
  if (process.getuid?.() !== 0)
    throw new Error('Laying empty folders over those of the machine takes the rights of root.');
  await needPackage('nginx-light', 'nginx', ['-v']);
  await needPackage('caddy', 'caddy', ['version']);
  const scratch = await mkdtemp(join(tmpdir(), 'kabinet-operations-'));
  try {
    await layOut(scratch, await readOperations());
    const identity = await generateIdentity();
    await writeFile(join(scratch, 'kabinet-identity.txt'), `${identity}\n`, { mode: 0o644 });
    const recipient = await identityToRecipient(identity);
    const blocks = (await readOperationsBlocks()).map((block, at) => ({ ...block, ...scriptOf(block), at }));
    for (const block of blocks) {
      if (!('script' in block)) console.log(`  ${block.page}, line ${block.line}: not run, ${block.reason}`);
      else await writeFile(join(scratch, `${block.at}.sh`), block.script.replaceAll('age1…', recipient));
    }
    const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
    // A reader's shell was started by no npm, which says from where it was called.
    const env = { PATH: process.env['PATH'] };
    await exec('unshare', [...namespaces, join(STAND_INS, 'machine'), scratch], { maxBuffer: 1e8, env });
    let listed = '';
    let installed = '';
    for (const block of blocks) {
      if (!('script' in block)) continue;
      const log = await readIfThere(join(scratch, `${block.at}.log`));
      const status = await readIfThere(join(scratch, `${block.at}.status`));
      if (block.text.includes('kabinet users list')) listed = log;
      if (block.text.includes('kabinet version')) installed = log;
      if (status !== '0\n') console.log(log);
      tell({
        what: block.text.split('\n')[0] ?? '',
        where: `${block.page}, line ${block.line}`,
        measured: status === '' ? 'not reached' : `status ${status.trim()}`,
        wanted: 'status 0',
        ok: status === '0\n',
      });
    }
    tell({
      what: 'the package as made, installed and started: its version',
      where: 'kabinet version',
      measured: /Kabinet \d\S*/.exec(installed)?.[0] ?? 'nothing',
      wanted: `Kabinet ${VERSION}`,
      ok: installed.includes(`Kabinet ${VERSION}\n`),
    });
    tell({
      what: 'the account of the first day after restore, upgrade and way back',
      where: 'kabinet users list',
      measured: listed.includes(ACCOUNT) ? 'there' : 'gone',
      wanted: 'there',
      ok: listed.includes(ACCOUNT),
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

/** Copies next to the scripts what the reader has: this release, a second one with the next version, an account to create. */
async function layOut(scratch: string, text: string): Promise<void> {
  await mkdir(join(scratch, 'bin'));
  for (const name of ['systemctl', 'sudo', 'journalctl', 'apt', 'certbot'])
    await copyFile(join(STAND_INS, name), join(scratch, 'bin', name));
  const account = { email: ACCOUNT, password: 'тихая-комната-7', passwordConfirm: 'тихая-комната-7', name: 'Оператор' };
  await writeFile(join(scratch, 'account.json'), JSON.stringify(account));
  const packages = join(scratch, 'packages');
  await mkdir(packages);
  const { stdout } = await exec(process.execPath, [join(PROJECT, 'scripts/release.mjs')], { cwd: PROJECT });
  const made = /^(\/.*\.deb),/m.exec(stdout)?.[1] ?? '';
  for (const file of [made, `${made}.sha256`]) await cp(file, join(packages, basename(file)));
  const named = [...new Set([...text.matchAll(/kabinet[-_](\d+\.\d+\.\d+)[-_]/g)].map(([, version = '']) => version))];
  const [next, ...more] = named.filter((version) => version !== VERSION);
  if (next === undefined || more.length > 0 || named.length !== 2) {
    throw new Error(`docs/operations names ${named.join(' and ')}, not ${VERSION} and one that follows.`);
  }
  await repackAs(next, made, packages);
}

async function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
