import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMMANDS } from '#server/operation/operator/commands.ts';
import type { Figure } from '#proofs/torture/part.ts';
import type { DebianRoot } from '#proofs/torture/package/debian-root.ts';

const URL = 'http://127.0.0.1:8090';
const WRITER = join(import.meta.dirname, 'note-writer.ts');
/** The one account. */
export const EMAIL = 'anna@practice.example';
const PASSWORD = 'тихая-комната-7';
const CLIENT = 'Мария Соколова';
const BACKUPS = '/mnt/backup/kabinet';
const WRITING_MS = 2000;
const DAILY_MS = 60_000;

/** What leaves a machine, for the next one. */
export interface TakenAlong {
  backup: string;
  key: string;
  passphrase: string;
}

interface Packages {
  first: string;
  next: string;
}

/**
 * Installs a package in a Debian that runs, works with it, upgrades it under a writer, and removes it; returns what is
 * needed to go on elsewhere. `from` is what another machine left: its account is the first one here.
 */
export async function tryPackage(
  root: DebianRoot,
  { first, next }: Packages,
  { where, from, tell }: { where: string; from: TakenAlong | null; tell: (figure: Figure) => void },
): Promise<TakenAlong> {
  const held = (what: string, measured: string, wanted = 'as said'): void =>
    tell({ what, where, measured, wanted, ok: true });
  for (const file of [first, next]) await copyFile(file, join(root.folder, 'root', basename(file)));

  const began = performance.now();
  const said = await install(root, first);
  const seconds = (performance.now() - began) / 1000;
  await answers(root);
  assert.match(said, /http:\/\/127\.0\.0\.1:8090\/auth/);
  assert.ok(!/warning|error|not started/i.test(said.replaceAll(/^debconf:.*$/gm, '')), said);
  held('apt install ./kabinet_….deb, until it serves', `${seconds.toFixed(1)} s`);
  await refuteRights(root);
  held('the service', 'user kabinet, no new privileges, one writable folder; settings and key 0640 for it');

  if (from === null) await register(root);
  else await restore(root, from);
  await root.run("sed -i 's/^#LOG_LEVEL.*//; $aLOG_LEVEL=debug' /etc/kabinet/kabinet.env");
  const passphrase = from?.passphrase ?? 'шесть-серых-облаков';
  await root.run(
    `install -d -m 0700 -o kabinet -g kabinet ${BACKUPS} && install -m 0640 -g kabinet /dev/null /etc/kabinet/backup.key
     echo '${passphrase}' > /etc/kabinet/backup.key
     printf 'BACKUP_DIR=${BACKUPS}\\nBACKUP_KEY_FILE=/etc/kabinet/backup.key\\n' >> /etc/kabinet/kabinet.env
     mkdir -p /etc/systemd/system/kabinet.service.d
     printf '[Service]\\nReadWritePaths=-${BACKUPS}\\n' > /etc/systemd/system/kabinet.service.d/backup.conf
     systemctl daemon-reload && systemctl restart kabinet`,
  );
  await answers(root);
  const { token, user } = await signIn(root);
  if (from === null) await call(root, token, 'clients', { user, name: CLIENT, phone: '+7 916 204-18-35' });
  assert.deepEqual(await clientsOf(root, token), [CLIENT]);
  held(
    from ? 'restored from the backup of another machine: its account and its client' : 'an account and a client',
    'there',
  );

  await dailyBackup(root);
  held('the backup of the day, and the check of the file, by processes of their own', 'made, checked');
  await root.run(`kabinet backup make ${BACKUPS}/by-hand.backup --overwrite`);
  const commands = await everyCommand(root);
  held('each command by its name, from the package', `${commands} commands`);

  await upgrade(root, { next, token, user, held });
  const backup = `${BACKUPS}/after-upgrade.backup`;
  await root.run(
    `kabinet backup make ${backup} && cp ${backup} /root/taken.backup && cp /etc/kabinet/key /root/taken.key`,
  );
  await purge(root);
  held('apt purge', 'program, unit and settings gone; data and key for root alone');
  await install(root, next);
  await answers(root);
  assert.deepEqual(await clientsOf(root, (await signIn(root)).token), [CLIENT]);
  await root.run("echo 'PORT=none' >> /etc/kabinet/kabinet.env");
  assert.match(await install(root, first, '--allow-downgrades'), /Kabinet is not started: journalctl/);
  assert.match(await root.run('journalctl --unit kabinet --no-pager --output cat --lines 20'), /^PORT must be/m);
  held(
    'installed again: the data that were left; with a wrong setting',
    'served; one sentence in the journal, and apt says so',
  );
  return { backup: join(root.folder, 'root/taken.backup'), key: join(root.folder, 'root/taken.key'), passphrase };
}

async function install(root: DebianRoot, file: string, ...options: string[]): Promise<string> {
  return root.run(
    `cd /root && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends ${options.join(' ')} ./${basename(file)} 2>&1`,
  );
}

/** Waits until the service responds. */
async function answers(root: DebianRoot): Promise<void> {
  await root.run(
    `for _ in $(seq 120); do
       /usr/lib/kabinet/bin/node --env-file=/etc/kabinet/kabinet.env /usr/lib/kabinet/dist/server/healthy.js && exit 0
       sleep 0.5
     done
     journalctl --unit kabinet --no-pager | tail -n 20; exit 1`,
  );
}

async function refuteRights(root: DebianRoot): Promise<void> {
  const status = await root.run('cat /proc/$(systemctl show --property MainPID --value kabinet)/status');
  const id = (await root.run('id --user kabinet')).trim();
  assert.match(status, new RegExp(`^Uid:\\t${id}\\t${id}\\t`, 'm'));
  assert.match(status, /^NoNewPrivs:\t1$/m);
  assert.match(status, /^CapEff:\t0+$/m);
  assert.equal(
    await root.run(
      'stat --format "%a %U %G" /etc/kabinet/key /etc/kabinet/kabinet.env /var/lib/kabinet /usr/lib/kabinet',
    ),
    '640 root kabinet\n640 root kabinet\n700 kabinet kabinet\n755 root root\n',
  );
  assert.match(
    await root.run('dpkg-query --show --showformat "\\${Conffiles}" kabinet'),
    /\/etc\/kabinet\/kabinet\.env/,
  );
  assert.equal(await root.run('dpkg --verify kabinet'), '');
  await root.run('systemctl is-enabled kabinet && cd /usr/lib/kabinet && sha256sum --check --quiet FILES');
}

async function register(root: DebianRoot): Promise<void> {
  await call(root, '', 'users', { email: EMAIL, password: PASSWORD, passwordConfirm: PASSWORD, name: 'Анна' });
  await root.run(`kabinet users confirm ${EMAIL} --yes`);
}

/** As docs/operations/one-practice.md has it. */
async function restore(root: DebianRoot, { backup, key, passphrase }: TakenAlong): Promise<void> {
  await copyFile(backup, join(root.folder, 'root/elsewhere.backup'));
  await copyFile(key, join(root.folder, 'root/elsewhere.key'));
  await root.run(
    `systemctl stop kabinet
     mv /var/lib/kabinet /var/lib/kabinet-lost
     install -d -m 0700 -o kabinet -g kabinet /var/lib/kabinet
     cat /root/elsewhere.key > /etc/kabinet/key
     echo '${passphrase}' > /root/phrase
     BACKUP_KEY_FILE=/root/phrase kabinet backup restore /root/elsewhere.backup
     systemctl start kabinet`,
  );
  await answers(root);
}

interface SignedIn {
  token: string;
  user: string;
}

async function signIn(root: DebianRoot): Promise<SignedIn> {
  const body = { identity: EMAIL, password: PASSWORD };
  const { token, record } = await request(root, 'POST', 'collections/users/auth-with-password', { body });
  return { token: String(token), user: String(record?.id) };
}

interface Answer {
  token?: string;
  record?: { id: string };
  items?: { id: string; name: string }[];
  totalPages?: number;
}

/** Asks from this machine, in the network of the root. */
async function request(
  root: DebianRoot,
  method: string,
  path: string,
  { token = '', body }: { token?: string; body?: object } = {},
): Promise<Answer> {
  const init = {
    method,
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  };
  const program = `const answer = await fetch(${JSON.stringify(`${URL}/api/${path}`)}, ${JSON.stringify(init)});
    process.stdout.write(await answer.text());
    process.exitCode = answer.ok ? 0 : 1;`;
  const child = root.startBeside(process.execPath, ['--input-type=module', '--eval', program]);
  const [text, [code]] = await Promise.all([child.stdout?.setEncoding('utf8').toArray(), once(child, 'close')]);
  assert.equal(code, 0, `${method} ${path}: ${text?.join('')}`);
  return JSON.parse(text?.join('') || '{}');
}

async function call(root: DebianRoot, token: string, collection: string, body: object): Promise<void> {
  await request(root, 'POST', `collections/${collection}/records`, { token, body });
}

async function clientsOf(root: DebianRoot, token: string): Promise<string[]> {
  const { items = [] } = await request(root, 'GET', 'collections/clients/records', { token });
  return items.map(({ name }) => name);
}

async function dailyBackup(root: DebianRoot): Promise<void> {
  const until = performance.now() + DAILY_MS;
  const wanted = ['"msg":"backup made"', '"msg":"database checked"'];
  let log = '';
  while (!wanted.every((line) => log.includes(line))) {
    assert.ok(performance.now() < until, log);
    await sleep(500);
    log = await root.run('journalctl --unit kabinet --no-pager --output cat');
  }
  assert.match(await root.run(`ls ${BACKUPS}`), /^kabinet-\d{4}-.*\.backup$/m);
}

/** Each command is there, and understands what it takes; returns how many there are. */
async function everyCommand(root: DebianRoot): Promise<number> {
  for (const { name } of COMMANDS) assert.ok((await root.run(`kabinet ${name} --help`)).startsWith(`kabinet ${name}`));
  assert.match(await root.run('kabinet users list'), new RegExp(EMAIL));
  await root.run(`kabinet users export ${EMAIL} /root/all.zip --yes`);
  assert.match(await root.run('kabinet doctor || true'), /Kabinet \d/);
  return COMMANDS.length;
}

async function upgrade(
  root: DebianRoot,
  {
    next,
    token,
    user,
    held,
  }: { next: string; token: string; user: string; held: (what: string, measured: string, wanted?: string) => void },
): Promise<void> {
  const before = (await root.run('cd /usr/lib/kabinet/dist/web/assets && ls')).trim().split('\n');
  const writer = root.startBeside(process.execPath, [WRITER, URL, token, user]);
  const printed = writer.stdout?.setEncoding('utf8').toArray();
  await sleep(WRITING_MS);
  await install(root, next);
  await answers(root);
  await sleep(WRITING_MS);
  const ended = once(writer, 'close');
  writer.kill('SIGTERM');
  await ended;
  const { acknowledged, longestGapMs }: { acknowledged: string[]; longestGapMs: number } = JSON.parse(
    ((await printed) ?? []).join(''),
  );
  const stored = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { items = [], totalPages = 1 } = await request(
      root,
      'GET',
      `collections/blog_posts/records?perPage=500&fields=id&page=${page}`,
      { token },
    );
    for (const { id } of items) stored.add(id);
    pages = totalPages;
  }
  const missing = acknowledged.filter((id) => !stored.has(id)).length;
  assert.ok(acknowledged.length > 50, `${acknowledged.length} acknowledged`);
  assert.equal(missing, 0);
  const [, version] = /^kabinet_([^_]+)_/.exec(basename(next)) ?? [];
  assert.ok((await root.run('kabinet version')).startsWith(`Kabinet ${version}\n`));
  assert.deepEqual(await clientsOf(root, token), [CLIENT]);
  const after = (await root.run('cd /usr/lib/kabinet/dist/web/assets && ls')).trim().split('\n');
  assert.deepEqual(
    before.filter((file) => !after.includes(file)),
    [],
  );
  assert.ok(after.length > before.length, 'the next version has no file of its own');
  held(
    'apt install of the next commit’s package under a writer; files of open pages stay',
    `${acknowledged.length} acknowledged, ${missing} missing, gap ${(longestGapMs / 1000).toFixed(1)} s`,
    '0 missing',
  );
}

async function purge(root: DebianRoot): Promise<void> {
  const id = (await root.run('id --user kabinet')).trim();
  await root.run('DEBIAN_FRONTEND=noninteractive apt-get purge --yes kabinet');
  assert.equal(
    await root.run(
      'ls -d /usr/lib/kabinet /usr/bin/kabinet /usr/lib/systemd/system/kabinet.service /etc/kabinet/kabinet.env /var/cache/kabinet 2> /dev/null || true',
    ),
    '',
  );
  assert.equal(
    await root.run(
      'stat --format "%a %U %G" /var/lib/kabinet /var/lib/kabinet/kabinet.db /etc/kabinet /etc/kabinet/key',
    ),
    '700 root root\n600 root root\n700 root root\n600 root root\n',
  );
  assert.equal(await root.run(`cat /proc/[0-9]*/status 2> /dev/null | grep -c "^Uid:.${id}." || true`), '0\n');
  assert.equal((await root.run('systemctl is-active kabinet || true')).trim(), 'inactive');
}
