import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#server/ground/config/config.ts';
import { ALL_TABLES } from '#server/ground/db/tables.ts';
import { VERSION } from '#server/ground/process/version.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { runTyped } from '#proofs/support/operator/typed.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { administer, createTestPostgres } from '#proofs/support/test-postgres.ts';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { rewriteTable } from '#server/ground/db/rewrite-table.ts';
import { COMMANDS } from '#server/operation/operator/commands.ts';
import { readBlocks, readOperations, scriptOf } from '#proofs/torture/operations/blocks.ts';
import { isSent } from '#proofs/torture/image/dockerignore.ts';
import { capture, programArguments, programEnvironment } from './lib-process.mjs';
import { inProject } from './lib-project.mjs';
import { FROM_CHECKOUT } from './release.mjs';

const read = (file: string): Promise<string> => readFile(inProject(file), 'utf8');

test('the unit and the image start the program as npm start does', async () => {
  const options = programArguments().filter((word) => !word.startsWith('--env-file'));
  const unit = await read('deploy/kabinet.service');
  assert.ok(unit.includes(`/node ${options.join(' ')} dist/server/main.js\n`));
  assert.ok('NODE_COMPILE_CACHE' in programEnvironment());
  assert.match(unit, /^Environment=NODE_COMPILE_CACHE=\/var\/cache\/kabinet$/m);
  const arenas = Object.entries(programEnvironment())
    .filter(([name]) => name === 'MALLOC_ARENA_MAX')
    .join()
    .replace(',', '=');
  assert.ok(unit.includes(`Environment=${arenas}\n`));
  assert.match(unit, /^CacheDirectory=kabinet$/m);
  const image = await read('Dockerfile');
  assert.ok(image.includes(arenas));
  const command = /^CMD (.+)$/m.exec(image)?.[1] ?? '';
  assert.deepEqual(JSON.parse(command), ['node', ...options, 'dist/server/main.js']);
});

test('every database URL of the documents and the composition is one that the start takes', async () => {
  const files = ['.env.example', 'deploy/compose.yaml', 'docs/SCALING.md'];
  const texts = [...(await Promise.all(files.map(read))), await readOperations()];
  const urls = texts.flatMap((text) =>
    [...text.matchAll(/(?:DATABASE_(?:DIRECT_)?URL[=:] ?|^# )(postgres:\/\/.+)$/gm)].map(([, url = '']) => url),
  );
  assert.ok(urls.length >= 6, urls.join('\n'));
  for (const url of urls) readConfig({ DATABASE_URL: url.replace(/\$\{[^}]*\}/, 'x') });
});

test('every block for the operator says what it is, and its archives are of this version and a later one', async () => {
  const text = await readOperations();
  const blocks = readBlocks(text);
  assert.equal(blocks.length * 2, text.match(/^```/gm)?.length);
  assert.ok(blocks.map(scriptOf).filter((each) => 'script' in each).length >= 20);
  const named = [...text.matchAll(/kabinet-(\d+\.\d+\.\d+)-/g)].map(([, version]) => version);
  assert.equal(named[0], VERSION);
  assert.equal(new Set(named).size, 2);
});

test('a block is commands, text for a file, or says why it is not run', () => {
  const [run, kept, file, unknown] = readBlocks(
    '```sh\na\nb\n```\n\n```sh needs it\nc\n```\n```ini /etc/x/y\nZ=1\n```\n```\nd\n```\n',
  );
  assert.ok(run && kept && file && unknown);
  assert.deepEqual([run.line, scriptOf(run)], [1, { script: 'a\nb\n' }]);
  assert.deepEqual([kept.line, scriptOf(kept)], [6, { reason: 'needs it' }]);
  const written = scriptOf(file);
  assert.ok('script' in written && written.script.includes("cat >> /etc/x/y <<'END OF BLOCK'\nZ=1\nEND OF BLOCK\n"));
  assert.throws(() => scriptOf(unknown), /says neither/);
});

test('the commands for PostgreSQL leave out every table that a backup leaves empty', async () => {
  const text = await readOperations();
  const emptied = ALL_TABLES.filter(({ backup, engine }) => backup === 'emptied' && engine === undefined);
  assert.ok(emptied.length >= 3);
  for (const { name } of emptied) {
    assert.ok(text.includes(` --exclude-table-data=${name}`), `pg_dump: ${name}`);
    assert.match(
      text.replaceAll('\n', ' '),
      new RegExp(`run \`[^\`]*delete from ${name};`),
      `a point in time: ${name}`,
    );
  }
});

test('the composition hands on every setting of backups and metrics', async () => {
  const [composition, example] = await Promise.all([read('deploy/compose.yaml'), read('deploy/.env.example')]);
  for (const name of ['METRICS_TOKEN', 'BACKUP_RECIPIENT', 'BACKUP_KEEP', 'BACKUP_AFTER', 'BACKUP_PING_URL']) {
    assert.match(composition, new RegExp(`^    ${name}: \\$\\{${name}:-\\}$`, 'm'));
    assert.match(example, new RegExp(`^${name}=$`, 'm'));
  }
  assert.match(composition, /^ {4}BACKUP_DIR: /m);
});

test('the composition’s nodes run as a role that changes no table and switches off no trigger, and nobody reaches the superuser', async () => {
  const [composition, script] = await Promise.all([read('deploy/compose.yaml'), read('deploy/postgres-role.sh')]);
  assert.match(composition, /^ {6}POSTGRES_USER: postgres$/m);
  assert.match(composition, /^ {4}DATABASE_URL: postgres:\/\/kabinet:/m);
  assert.match(composition, /^ {6}DATABASE_URL: postgres:\/\/kabinet_owner:/m);
  assert.match(composition, /^ {4}command: \[kabinet, migrate, kabinet\]$/m);
  assert.match(composition, /postgres-role\.sh:\/docker-entrypoint-initdb\.d\//);
  assert.match(script, /host all postgres all reject/);
  const name = `role_${randomUUID().replaceAll('-', '')}`;
  const passwords = { owner: randomUUID(), password: randomUUID() };
  const statements = script
    .slice(script.indexOf('create role'), script.indexOf('\nSQL'))
    .replace(/^revoke .*$/m, '')
    .replaceAll('kabinet', name)
    .replaceAll(/:'(\w+)'/g, (_all, which: keyof typeof passwords) => `'${passwords[which]}'`);
  await using administration = await createTestPostgres('no tables');
  const superuser = new pg.Client({ connectionString: administration.url });
  await superuser.connect();
  try {
    for (const statement of statements.split(';').filter((one) => one.trim() !== '')) await superuser.query(statement);
    const asRole = (username: string, password: string): string =>
      Object.assign(new URL(administration.url), { username, password, pathname: `/${name}` }).href;
    const [owner, node] = [asRole(`${name}_owner`, passwords.owner), asRole(name, passwords.password)];
    await assert.rejects(openPostgres(node), /may not create tables/);
    const migrate = (role: string) => runTyped(['migrate', role], { commands: COMMANDS, env: { DATABASE_URL: owner } });
    const { status, beside } = await migrate(name);
    assert.deepEqual([status, beside], [0, '']);
    for (const [role, problem] of [
      ['nobody_at_all', 'no role'],
      [`${name}_owner`, 'owner'],
      [new URL(administration.url).username, 'owner'],
    ] as const) {
      const refused = await migrate(role);
      assert.equal(refused.status, 1);
      assert.ok(refused.beside.includes(problem), refused.beside);
    }
    await assertUse(node, name);
    await administer(owner, (client) => client.query("insert into migrations values ('9998-later', 'now')"));
    await administer(owner, (client) => client.query('alter table journal rename to later'));
    await administer(owner, (client) => client.query("delete from migrations where name = '0001-schema'"));
    await assert.rejects(openPostgres(node), (error: Error) => {
      assert.ok(error.message.includes(`first let ${name}_owner`), error.message);
      return true;
    });
  } finally {
    await superuser.query(`drop database if exists ${name} with (force)`);
    for (const role of [name, `${name}_owner`]) await superuser.query(`drop role if exists ${role}`);
    await superuser.end();
  }
});

/** The role reads and writes every table, removes older keys from the files, and no more. */
async function assertUse(url: string, name: string): Promise<void> {
  const db = await openPostgres(url);
  const { rows } = await sql<{ super: boolean; createrole: boolean }>`
    select rolsuper as super, rolcreaterole as createrole from pg_roles where rolname = current_user
  `.execute(db.read);
  assert.deepEqual(rows, [{ super: false, createrole: false }]);
  await addPractitioner(db);
  await db.close();
  await administer(url, async (client) => {
    const { rows: tables } = await client.query<{ table: string; rights: boolean }>(
      `select tablename as table, has_table_privilege(quote_ident(tablename), 'select')
         and has_table_privilege(quote_ident(tablename), 'insert') and has_table_privilege(quote_ident(tablename), 'update')
         and has_table_privilege(quote_ident(tablename), 'delete') as rights
       from pg_tables where schemaname = 'public'`,
    );
    assert.ok(tables.length >= ALL_TABLES.filter(({ engine }) => engine !== 'sqlite').length);
    assert.deepEqual(
      tables.filter(({ rights }) => !rights).map(({ table }) => table),
      ['migrations'],
    );
    for (const table of ['data_keys', 'sealing']) await rewriteTable(client, table);
    await client.query("select setval(pg_get_serial_sequence('journal', 'seq'), 7)");
    await assert.rejects(rewriteTable(client, 'users'), /may not rewrite users/);
    for (const statement of [
      'alter table journal disable trigger user',
      'truncate journal',
      'drop trigger journal_fixed on journal',
      'create or replace function journal_fixed() returns trigger language plpgsql as $$ begin return old; end $$',
      'create table more (id text)',
      `alter table journal owner to ${name}`,
      'set session_replication_role = replica',
      "insert into migrations values ('9999-later', 'now')",
    ]) {
      await assert.rejects(client.query(statement), { code: '42501' }, statement);
    }
  });
}

test('no proxy of the examples lets metrics through', async () => {
  assert.match(await read('deploy/Caddyfile'), /^\trespond \/metrics 404$/m);
  assert.match(await read('deploy/nginx.conf'), /location = \/metrics \{\s+return 404;/);
});

test('the unit counts as started once the program serves, waits for a late database and not for a wrong setting, leaves no core dump, and is bound in memory', async (t) => {
  const unit = await read('deploy/kabinet.service');
  const lines = [
    'StartLimitIntervalSec=0',
    'LimitCORE=0',
    'MemoryMax=1G',
    'RemoveIPC=yes',
    'PrivateUsers=yes',
    'ProcSubset=pid',
    'Type=notify',
    'NotifyAccess=all',
    'TimeoutStartSec=infinity',
    'RestartPreventExitStatus=78',
  ];
  for (const line of lines) assert.ok(unit.includes(`\n${line}\n`), line);
  assert.ok(unit.indexOf('StartLimitIntervalSec') < unit.indexOf('[Service]'));
  if (!(await capture('systemd-analyze', ['--version'])).ok) return t.skip('systemd-analyze is not here');
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-unit-'));
  try {
    const file = join(folder, 'kabinet.service');
    await writeFile(file, unit.replace(/ExecStart=\S+/, `ExecStart=${process.execPath}`));
    const { ok, output } = await capture('systemd-analyze', ['verify', file]);
    assert.ok(ok && !output.includes('kabinet.service:'), output);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('nginx refuses other names, redirects to its own, and lets certificates be fetched', async () => {
  const site = await read('deploy/nginx.conf');
  assert.match(site, /listen 80 default_server;[^}]*return 444;/);
  assert.match(site, /listen 443 ssl default_server;[^}]*ssl_reject_handshake on;/);
  assert.match(site, /location \/\.well-known\/acme-challenge\/ \{\s+root /);
  assert.match(site, /return 301 https:\/\/\$server_name\$request_uri;/);
  assert.ok(!/return \d+ [^;]*\$host/.test(site));
});

test('nginx listens by IPv6 wherever it does by IPv4, and speaks HTTP/2 with browsers', async () => {
  const listens = [...(await read('deploy/nginx.conf')).matchAll(/^ +listen (\[::\]:)?(.+);$/gm)];
  const by = (isIPv6: boolean) => listens.filter(([, six]) => (six !== undefined) === isIPv6).map(([, , how]) => how);
  assert.deepEqual(by(false), ['80 default_server', '80', '443 ssl default_server', '443 ssl http2']);
  assert.deepEqual(by(true), by(false));
});

test('Caddy takes no node out for a request that failed, and mixes up no bodies', async () => {
  const directives = (await read('deploy/Caddyfile')).replaceAll(/^\s*#.*$/gm, '');
  assert.ok(!/fail_duration|buffer/.test(directives));
  assert.match(directives, /health_interval 1s/);
});

test('the image is built from what it needs: no settings, no tests, nothing else of the checkout', async () => {
  const ignored = await read('.dockerignore');
  const files = (await capture('git', ['ls-files'])).output.split('\n');
  const kept = [
    ...files,
    '.env',
    'deploy/.env',
    'server/.env',
    'data/kabinet.db',
    'e2e/observatory/node_modules/a.js',
  ].filter((file) => isSent(ignored, file));
  const configs = await Promise.all(['vite.config.ts', 'vite.server.config.ts'].map(read));
  const imported = configs.flatMap((text) => [...text.matchAll(/from '\.\/(.+)'/g)].map(([, file = '']) => file));
  assert.ok(imported.length >= 2);
  const needed = ['package-lock.json', '.npmrc', 'server/healthy.ts', 'web/index.html', 'scripts/build-web.mjs'];
  for (const name of [...needed, ...imported, ...FROM_CHECKOUT]) {
    assert.ok(
      kept.some((file) => file === name || file.startsWith(`${name}/`)),
      name,
    );
  }
  assert.deepEqual(
    kept.filter((file) =>
      /(?:^|\/)\.env$|\.test\.ts|\/testing\/|^docs\/screens\/|^(?:e2e|proofs|bench|data)\//.test(file),
    ),
    [],
  );
  const copied = [...(await read('Dockerfile')).matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  for (const name of copied)
    assert.ok(name === '.' || kept.some((file) => file === name || file.startsWith(`${name}/`)), name);
});
