import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { VERSION } from '#server/ground/process/version.ts';
import { needPackage } from '#proofs/torture/debian-package.ts';
import { readOwnServerBlocks, scriptOf } from '#proofs/torture/operations/blocks.ts';
import { bootDebian, type DebianRoot, layDebian } from '#proofs/torture/package/debian-root.ts';
import { repackAs } from '#proofs/torture/package/repack.ts';
import type { Part } from '#proofs/torture/part.ts';

const exec = promisify(execFile);
const PROJECT = join(import.meta.dirname, '../../..');
const SUITE = 'trixie';
const EMAIL = 'anna@kabinet.example';
/** What the first block installs. */
const INSTALLED = 'ca-certificates caddy curl sudo systemd-timesyncd ufw';
/** Where Caddy keeps the certificate of its own authority: the one in the network is out of reach. */
const AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';

type Tell = Parameters<Part>[0];

/** Runs the page for one practice on a server of its own, block by block, on a Debian whose systemd is the first process. */
export const run: Part = async (tell) => {
  if (process.getuid?.() !== 0) throw new Error('Starting a Debian in a folder takes the rights of root.');
  await needPackage('debootstrap', 'debootstrap', ['--version']);
  await needPackage('systemd-container', 'systemd-nspawn', ['--version']);
  const scratch = await mkdtemp(join(tmpdir(), 'kabinet-own-server-'));
  try {
    const folder = join(scratch, SUITE);
    await layDebian(SUITE, folder);
    await exec('chroot', [folder, 'sh', '-ec', `apt-get install --yes --no-install-recommends ${INSTALLED}`], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      maxBuffer: 1e8,
    });
    const identity = await layOut(folder);
    await using root = await bootDebian(folder);
    await runBlocks(root, identity, tell);
    await tryFailures(root, tell);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

/** Puts both packages and a name into the server; returns the identity that the reader has made. */
async function layOut(folder: string): Promise<string> {
  const packages = join(folder, 'root');
  await mkdir(packages, { recursive: true });
  const { stdout } = await exec(process.execPath, [join(PROJECT, 'scripts/release.mjs')], { cwd: PROJECT });
  const made = /^(\/.*\.deb),/m.exec(stdout)?.[1] ?? '';
  for (const file of [made, `${made}.sha256`]) await copyFile(file, join(packages, basename(file)));
  const texts = (await readOwnServerBlocks()).map(({ text }) => text).join('\n');
  const later = [...texts.matchAll(/kabinet_(\d+\.\d+\.\d+)_/g)]
    .map(([, version = '']) => version)
    .find((version) => version !== VERSION);
  if (later === undefined) throw new Error('The page names no version that follows.');
  await repackAs(later, made, packages);
  const hosts = join(folder, 'etc/hosts');
  await writeFile(hosts, '127.0.0.1 localhost kabinet.example\n::1 localhost kabinet.example\n');
  return generateIdentity();
}

async function runBlocks(root: DebianRoot, identity: string, tell: Tell): Promise<void> {
  const recipient = await identityToRecipient(identity);
  let listed = '';
  for (const block of await readOwnServerBlocks()) {
    const made = scriptOf(block);
    if (!('script' in made)) {
      console.log(`  line ${block.line}: not run, ${made.reason}`);
      continue;
    }
    if (block.text.includes('backup restore')) await bringKeys(root, identity);
    const said = await tryRun(
      root,
      `export CURL_CA_BUNDLE=${AUTHORITY}\n${made.script.replaceAll('age1…', recipient)}`,
    );
    if (block.text.includes('deploy/Caddyfile')) {
      await root.run(`sed --in-place '0,/^{$/s//{\\n\\tlocal_certs\\n\\tskip_install_trust/' /etc/caddy/Caddyfile`);
    }
    if (block.text.includes('users invite')) await register(root, said.output);
    if (block.text.includes('users list')) listed = said.output;
    if (said.problem !== null) console.log(said.problem);
    tell({
      what: block.text.split('\n')[0] ?? '',
      where: `svoy-server.md, line ${block.line}`,
      measured: said.problem === null ? 'done' : 'failed',
      wanted: 'done',
      ok: said.problem === null,
    });
    if (said.problem !== null) throw new Error('The blocks that follow stand on this one.');
  }
  tell({
    what: 'the account of the first day in the data that the drill brought back',
    where: 'kabinet users list',
    measured: listed.includes(EMAIL) ? 'there' : 'gone',
    wanted: 'there',
    ok: listed.includes(EMAIL),
  });
  for (const way of ['--ipv4', '--ipv6']) {
    const asked = await tryRun(root, `curl ${way} --cacert ${AUTHORITY} --fail https://kabinet.example/api/health`);
    tell({
      what: 'the site answers',
      where: way,
      measured: asked.problem ?? 'yes',
      wanted: 'yes',
      ok: asked.problem === null,
    });
  }
}

/** What the reader does in the browser by the link. */
async function register(root: DebianRoot, printed: string): Promise<void> {
  const [, invite = ''] = /#invite=(\w+)/.exec(printed) ?? [];
  const password = 'тихая-комната-7';
  const account = { email: EMAIL, password, passwordConfirm: password, name: 'Анна Петрова', invite };
  await writeFile(join(root.folder, 'root/account.json'), JSON.stringify(account));
  const json = `--header 'content-type: application/json' --data @/root/account.json`;
  await root.run(`curl --silent --show-error --fail ${json} http://127.0.0.1:8090/api/collections/users/records`);
  await root.run(`kabinet users confirm ${EMAIL} --yes`);
}

/** What the reader copies from the own computer. */
async function bringKeys(root: DebianRoot, identity: string): Promise<void> {
  await writeFile(join(root.folder, 'root/kabinet-identity.txt'), `${identity}\n`);
  await writeFile(join(root.folder, 'root/kabinet-key'), await readFile(join(root.folder, 'etc/kabinet/key')));
}

/** A wrong setting, and a disk of backups that is away, as the unit and the program take them. */
async function tryFailures(root: DebianRoot, tell: Tell): Promise<void> {
  const health = 'curl --silent --fail --output /dev/null http://127.0.0.1:8090/api/health && echo 200';
  const settings = '/etc/kabinet/kabinet.env';
  const wrong = await root.run(`
    cp --preserve ${settings} /root/kept
    echo PORT=abc >> ${settings}
    systemctl restart kabinet 2> /dev/null && echo started || echo refused
    sleep 3
    systemctl show kabinet --property=ExecMainStatus --property=NRestarts --property=ActiveState --value | sort | xargs`);
  tell({
    what: 'a wrong setting: systemctl says so, and nothing starts again',
    where: 'systemd',
    measured: wrong.trim().replace('\n', ', '),
    wanted: 'refused, 0 78 failed',
    ok: wrong === 'refused\n0 78 failed\n',
  });
  const right = await root.run(`cp --preserve /root/kept ${settings}; systemctl restart kabinet; ${health}`);
  tell({
    what: 'systemctl restart comes back once the program answers',
    where: 'systemd',
    measured: right.trim(),
    wanted: '200',
    ok: right.trim() === '200',
  });
  const away = await root.run(`
    mv /var/backups/kabinet /var/backups/away
    systemctl restart kabinet
    ${health}
    for try in $(seq 50); do journalctl --unit kabinet --priority err --no-pager | grep 'BACKUP_DIR .* cannot be used' && break; sleep 0.2; done
    mv /var/backups/away /var/backups/kabinet`);
  tell({
    what: 'the folder of backups is away: it serves, and says so',
    where: 'systemd',
    measured: away.startsWith('200') ? (away.trim().split('\n').at(-1)?.slice(-90) ?? '') : 'it does not serve',
    wanted: '200, and an error in the log',
    ok: /^200\n.*BACKUP_DIR/s.test(away),
  });
}

async function tryRun(root: DebianRoot, line: string): Promise<{ output: string; problem: string | null }> {
  try {
    return { output: await root.run(line), problem: null };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return { output: stdout, problem: `${stdout}${stderr}`.trim() };
  }
}
