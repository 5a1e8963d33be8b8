import { accessSync, constants, existsSync, lstatSync, readdirSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { backupName, newestBackup } from '#server/data/backup/backup-names.ts';
import type { Config } from '#server/ground/config/config.ts';
import { type Found, failed, ok, warning } from '#server/operation/operator/check.ts';
import { statOf } from '#server/ground/process/whose-file.ts';
import { keyFileOf, liesIn, readKeyFile } from '#server/ground/sealing/key-file.ts';

const MB = 1024 * 1024;
const FILLING = 0.85;
const LEAST_FREE = 64 * MB;
const OF_OTHERS = 0o077;
/** Permissions for others, and for the group to write: the program's group may read a file of root's. */
const OF_STRANGERS = 0o027;

/** A backup is made once a day; two more hours are for making it and for retries. */
const OLDEST_BACKUP = { hours: 26 };
const AGE_HEADER = 'age-encryption.org/v1';

/** Checks whether others can read the data, and whether every file belongs to the program's user. */
export function checkRights({ dataDir, backupDir }: Config): Found {
  const folder = statOf(dataDir);
  if (!folder) return failed(`DATA_DIR ${dataDir} is not there, as before the first start, or may not be looked into.`);
  if ((folder.mode & OF_OTHERS) !== 0) return failed(`DATA_DIR ${dataDir} is open to others: chmod 700 closes it.`);
  const files = readdirSync(dataDir).map((name) => join(dataDir, name));
  for (const file of files) {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats && stats.uid !== folder.uid) {
      return failed(`${file} in DATA_DIR is not of the folder’s owner: chown it, or the program cannot use it.`);
    }
  }
  if (backupDir === null) return ok('DATA_DIR is closed to others.');
  const backups = statOf(backupDir);
  if (!backups) return failed(`BACKUP_DIR ${backupDir} is not there, or may not be looked into.`);
  if (!isWritable(backupDir)) return failed(`BACKUP_DIR ${backupDir} cannot be written.`);
  if ((backups.mode & OF_OTHERS) !== 0) return warning(`BACKUP_DIR ${backupDir} is open to others.`);
  return ok('DATA_DIR and BACKUP_DIR are closed to others.');
}

/** Checks whether the disks have space. */
export async function checkDisk({ dataDir, backupDir }: Config): Promise<Found> {
  const places = [['DATA_DIR', dataDir] as const, ...(backupDir === null ? [] : [['BACKUP_DIR', backupDir] as const])];
  const found: string[] = [];
  let isFilling = false;
  for (const [variable, folder] of places) {
    const room = await statfs(folder).catch(() => null);
    if (!room) return failed(`The disk of ${variable} ${folder} cannot be looked at.`);
    const free = room.bavail * room.bsize;
    const share = `${Math.floor(free / MB)} MB free on the disk of ${variable}`;
    if (free < LEAST_FREE) return failed(`Only ${share}.`);
    isFilling ||= free < (1 - FILLING) * room.blocks * room.bsize;
    found.push(share);
  }
  const says = `${found.join(', ')}.`;
  return isFilling ? warning(says) : ok(says);
}

/** Checks whether the key of the texts exists, is unreadable for others and is stored apart from the data. */
export function checkKey(config: Config): Found {
  const file = keyFileOf(config);
  if (readKeyFile(file) === null) {
    return failed(
      `KEY_FILE ${file} is missing. The first start makes it; after that put it back, since a new one opens nothing.`,
    );
  }
  const stats = statOf(file);
  if (stats && (stats.mode & (stats.uid === 0 ? OF_STRANGERS : OF_OTHERS)) !== 0) {
    return failed(`KEY_FILE ${file} is open to others: chmod ${stats.uid === 0 ? '640' : '600'} closes it.`);
  }
  if (config.databaseUrl === null && liesIn(file, config.dataDir)) {
    return warning(`KEY_FILE ${file} lies beside the data: a copy of the whole folder carries it along.`);
  }
  return ok(`KEY_FILE ${file} is apart from the data.`);
}

/**
 * Checks the age of the newest backup by its name, and its first bytes; a copied file has another modification time.
 */
export async function checkBackup({ backupDir, databaseUrl }: Config, now: Temporal.Instant): Promise<Found> {
  if (backupDir === null) {
    return warning(
      `BACKUP_DIR is not set: ${databaseUrl === null ? 'nothing backs the data up' : 'Kabinet backs nothing up'} by itself.`,
    );
  }
  const made = existsSync(backupDir) ? await newestBackup(backupDir, now) : null;
  if (!made) return failed(`BACKUP_DIR ${backupDir} has no backup: the first is made within minutes after a start.`);
  const name = backupName(made);
  if (!(await beginsAsBackup(join(backupDir, name)))) return failed(`${name} in BACKUP_DIR is empty or no backup.`);
  const says = `The newest backup in BACKUP_DIR is of ${made.toString({ smallestUnit: 'minute' })}`;
  return Temporal.Instant.compare(made.add(OLDEST_BACKUP), now) < 0
    ? failed(`${says}, more than a day ago.`)
    : ok(`${says}.`);
}

async function beginsAsBackup(file: string): Promise<boolean> {
  await using handle = await open(file, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_HEADER.length), 0, AGE_HEADER.length, 0);
  return buffer.toString('latin1', 0, bytesRead) === AGE_HEADER;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
