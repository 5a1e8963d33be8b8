import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { administer } from '#proofs/support/test-postgres.ts';
import { CLUSTER, findPostgresPrograms, LOOPBACK } from '#proofs/torture/debian-postgres.ts';
import { freePort } from '#proofs/support/free-port.ts';

type Server = 'primary' | 'standby';

/** A primary whose commits wait until its standby has applied them. */
export interface PostgresPair extends AsyncDisposable {
  version: string;
  /** The URL of one server. */
  url(server: Server): string;
  /** As if the primary's machine failed. */
  killPrimary(): Promise<void>;
  promoteStandby(): Promise<void>;
  /** Starts the old primary as it was, still a primary. */
  revivePrimary(): Promise<void>;
}

/** Returns a reason in words where it cannot start. */
export async function startPostgresPair(): Promise<PostgresPair | string> {
  const programs = await findPostgresPrograms();
  if (typeof programs === 'string') return programs;
  const { run } = programs;
  const folder = await programs.makeFolder();
  const ports = { primary: await freePort(), standby: await freePort() };
  const at = (server: Server): string => join(folder, server);
  const url = (server: Server): string => `postgres://kabinet@127.0.0.1:${ports[server]}/kabinet`;
  const control = (server: Server, action: string, ...options: string[]): Promise<string> =>
    run('pg_ctl', [action, '-w', '-D', at(server), ...options]);
  const start = (server: Server): Promise<string> => {
    const options = `-c port=${ports[server]} -c cluster_name=${server} -c synchronous_commit=remote_apply ${LOOPBACK}`;
    return control(server, 'start', '-l', `${at(server)}.log`, '-o', options);
  };
  await run('initdb', ['-D', at('primary'), ...CLUSTER]);
  await start('primary');
  const place = ['-h', '127.0.0.1', '-p', String(ports.primary), '-U', 'kabinet'];
  await run('createdb', [...place, 'kabinet']);
  await run('pg_basebackup', [
    ...place,
    '-D',
    at('standby'),
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--no-sync',
  ]);
  await start('standby');
  await administer(url('primary'), async (client) => {
    await client.query("alter system set synchronous_standby_names = 'standby'");
    await client.query('select pg_reload_conf()');
    const applied = async (): Promise<boolean> =>
      (await client.query("select from pg_stat_replication where sync_state = 'sync'")).rowCount === 1;
    for (let patience = 200; patience > 0 && !(await applied()); patience -= 1) await sleep(50);
    if (!(await applied())) throw new Error('The standby does not follow.');
  });
  return {
    version: (await run('postgres', ['--version'])).trim().replace(/^postgres \(PostgreSQL\) (\S+).*$/, '$1'),
    url,
    async killPrimary() {
      const [pid = ''] = (await readFile(join(at('primary'), 'postmaster.pid'), 'utf8')).split('\n');
      const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
      for (const each of [pid, ...children]) {
        try {
          process.kill(Number(each), 'SIGKILL');
        } catch {
          // The process has already ended.
        }
      }
    },
    promoteStandby: async () => void (await control('standby', 'promote')),
    revivePrimary: async () => void (await start('primary')),
    async [Symbol.asyncDispose]() {
      const over = (): void => undefined;
      for (const server of ['primary', 'standby'] as const)
        await control(server, 'stop', '-m', 'immediate').catch(over);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
