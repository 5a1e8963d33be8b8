import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import type { OpeningKey, SealingKey } from '#server/data/backup/keys.ts';
import { seal, unseal } from '#server/data/backup/sealed-file.ts';
import { StartError, tellSystemError } from '#server/ground/process/start-error.ts';

/*
 * The plaintext of a backup: the description as a line of JSON, and the database file.
 */

const LINE_END = 10;
const READ_BYTES = 1024 * 1024;

const description = z.object({
  /** The instant of the data in the backup. */
  made: z.string(),
  migrations: z.array(z.string()),
  rows: z.record(z.string(), z.int()),
  databaseBytes: z.int(),
  databaseSha256: z.string(),
});
export type Description = z.infer<typeof description>;

/** Writes a new backup file and waits for the disk. */
export async function writeBackupFile(
  file: FileHandle,
  described: Omit<Description, 'databaseBytes' | 'databaseSha256'>,
  database: string,
  key: SealingKey,
): Promise<void> {
  const { bytes, sha256 } = await measure(createReadStream(database, { highWaterMark: READ_BYTES }));
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify({ ...described, databaseBytes: bytes, databaseSha256: sha256 })}\n`);
    yield* createReadStream(database, { highWaterMark: READ_BYTES });
  }
  let unsynced = 0;
  for await (const piece of seal(parts(), key)) {
    await file.writeFile(piece);
    unsynced += piece.length;
    // Syncs in small steps, because a running server writes to the same disk.
    if (unsynced > READ_BYTES) {
      await file.datasync();
      unsynced = 0;
    }
  }
  await file.sync();
}

/**
 * Reads a backup to its end, passes its database to `take` piece by piece, and returns its description. Throws a
 * StartError for a damaged file; until it returns, the pieces are not verified as complete.
 */
export async function readBackupFile(
  path: string,
  key: OpeningKey,
  take: (piece: Uint8Array) => Promise<void> = async () => undefined,
): Promise<Description> {
  const file = await openBackup(path);
  try {
    const pieces = unseal(file, key, path);
    const { described, rest } = await readDescription(pieces, path);
    const hash = createHash('sha256').update(rest);
    let bytes = rest.length;
    await take(rest);
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      await take(piece);
    }
    if (bytes !== described.databaseBytes || hash.digest('hex') !== described.databaseSha256) {
      throw new StartError(`${path} is damaged or not whole.`);
    }
    return described;
  } finally {
    await file.close();
  }
}

/** Returns the description, and the first bytes of the database that were read with it. */
async function readDescription(
  pieces: AsyncIterator<Uint8Array>,
  path: string,
): Promise<{ described: Description; rest: Buffer }> {
  let read: Buffer = Buffer.alloc(0);
  let end = -1;
  while (end < 0) {
    const { value, done } = await pieces.next();
    if (done || read.length > READ_BYTES) throw new StartError(`${path} is no backup of Kabinet.`);
    read = Buffer.concat([read, value]);
    end = read.indexOf(LINE_END);
  }
  const described = description.safeParse(parseJson(read.toString('utf8', 0, end)));
  if (!described.success) throw new StartError(`${path} was written by another version of Kabinet.`);
  return { described: described.data, rest: read.subarray(end + 1) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function measure(pieces: AsyncIterable<Buffer>): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function openBackup(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw tellSystemError(error, `${path} cannot be read`);
  }
}
