import type { Database } from '#server/ground/db/database.ts';
import type { Counts } from '#server/ground/process/counts.ts';
import { byLabel, type Family, gauge } from '#server/operation/metrics/exposition.ts';
import type { State } from '#server/operation/metrics/read-state.ts';

/** Returns the state of the installation as metrics; unknown values are omitted. */
export function stateFamilies(state: State): Family[] {
  const { version, engine, letters, backupFollowed, dataDisk, backupDisk } = state;
  return [
    {
      name: 'kabinet_info',
      type: 'gauge',
      help: 'The version that runs.',
      samples: [{ labels: { version, engine, node: process.versions.node }, value: 1 }],
    },
    gauge('kabinet_database_up', 'Whether the data can be read and written.', state.databaseUp ? 1 : 0),
    gauge('kabinet_database_bytes', 'The size of the database.', state.databaseBytes),
    gauge('kabinet_nodes', 'Processes that serve this database.', state.nodes),
    gauge('kabinet_locks_waiting', 'Sessions of PostgreSQL that wait for a lock.', state.locksWaiting),
    byLabel(
      { name: 'kabinet_letters', type: 'gauge', help: 'Letters that are not sent: planned, waiting, failed.' },
      'state',
      letters ? { ...letters } : {},
    ),
    gauge('kabinet_backup_age_seconds', 'The age of the newest backup in BACKUP_DIR.', state.backupSeconds),
    byLabel(
      { name: 'kabinet_backup_followed', type: 'gauge', help: 'Whether what follows the newest backup succeeded.' },
      'step',
      backupFollowed
        ? { command: backupFollowed.command === 'done' ? 1 : 0, ping: backupFollowed.ping === 'done' ? 1 : 0 }
        : {},
    ),
    byLabel({ name: 'kabinet_disk_bytes', type: 'gauge', help: 'The size of the disk.' }, 'folder', {
      data: dataDisk?.bytes ?? null,
      backup: backupDisk?.bytes ?? null,
    }),
    byLabel({ name: 'kabinet_disk_free_bytes', type: 'gauge', help: 'Free room on the disk.' }, 'folder', {
      data: dataDisk?.free ?? null,
      backup: backupDisk?.free ?? null,
    }),
  ];
}

/** Returns what this process counted since its start. */
export function countFamilies(db: Database, counts: Counts): Family[] {
  const { done, failed, retried, running, seconds } = db.counts;
  const { signInsRefused, backups } = counts;
  return [
    byLabel({ name: 'kabinet_writes_total', type: 'counter', help: 'Transactions that write.' }, 'outcome', {
      done,
      failed,
    }),
    counter('kabinet_write_seconds_total', 'How long they took, waiting for others included.', seconds),
    counter('kabinet_write_retries_total', 'Repeated because another one was in the way.', retried),
    gauge('kabinet_writes_running', 'Writes that run, or wait for others.', running),
    byLabel({ name: 'kabinet_sign_ins_refused_total', type: 'counter', help: 'Refused sign-ins.' }, 'reason', {
      ...signInsRefused,
    }),
    byLabel({ name: 'kabinet_backups_total', type: 'counter', help: 'Backups by this process.' }, 'outcome', {
      ...backups,
    }),
  ];
}

function counter(name: string, help: string, value: number): Family {
  return { name, type: 'counter', help, samples: [{ value }] };
}

/** Returns the metrics that Prometheus expects of every process, under its own names. */
export function processFamilies(): Family[] {
  const { user, system } = process.cpuUsage();
  return [
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Work of the processor.',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_resident_memory_bytes', 'Memory in use.', process.memoryUsage.rss()),
    gauge('process_start_time_seconds', 'When this process started.', Math.round(performance.timeOrigin / 1000)),
  ];
}
