import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ERASURE_REASONS } from '#domain/erasures/erasure.ts';
import { isStoredInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import type { Config } from '#server/ground/config/config.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { describeError } from '#server/ground/process/log.ts';
import { StartError, asStartError } from '#server/ground/process/start-error.ts';
import { syncFolder } from '#server/ground/process/sync-folder.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';

export const ERASED_FILE = 'erased.jsonl';

const id = z.string().regex(RECORD_ID);
const instant = z.string().refine(isStoredInstant);
const counts = z.record(z.string(), z.int());

const erasedClient = z.object({
  id,
  user: id,
  client: id,
  created: instant,
  reason: z.enum(ERASURE_REASONS),
  kinds: z.object({ removed: counts, kept: counts }),
  mentions: z.array(id),
  requests: z.array(id),
});

const erasedAccount = z.object({ account: id, deleted: instant });

/** An erasure as it is kept outside the database, where no older backup can undo it: ids and numbers alone. */
export type ErasedClient = z.infer<typeof erasedClient>;

/** A line of the list: what must not come back with an older backup. */
export type Erased = ErasedClient | z.infer<typeof erasedAccount>;

const erased = z.union([erasedClient, erasedAccount]);

/**
 * Returns the identity of a line. That of an account has the time too: an account that outlived the line of another
 * copy may be deleted later.
 */
export function keyOf(line: Erased): string {
  return 'account' in line ? `${line.account} ${line.deleted}` : line.id;
}

/** Marks the end of a line that a crash or a full disk cut off; written before the next line. */
const CUT_OFF = '#';

/** The place up to which a file was read. */
export interface Place {
  inode: number;
  size: number;
}

export const BEGINNING: Place = { inode: 0, size: 0 };

/**
 * Returns the lines of a file after `from`, or all where it is another file by now; none where there is no file and none
 * is required. Throws a StartError for a list that cannot be read.
 */
export async function readErasedFile(
  file: string,
  { isRequired = false, from = BEGINNING } = {},
): Promise<{ lines: Erased[]; end: Place; isOther: boolean }> {
  try {
    await using source = await open(file);
    const { ino: inode, size } = await source.stat();
    const isOther = inode !== from.inode || size < from.size;
    const position = isOther ? 0 : from.size;
    const { buffer } = await source.read({ buffer: Buffer.alloc(size - position), position });
    // What follows the last newline is still being written, or was cut off.
    const whole = buffer.subarray(0, buffer.lastIndexOf('\n') + 1);
    if (isRequired && whole.length === 0) throw damaged(file);
    const lines = whole.toString().split('\n').slice(0, -1);
    return {
      lines: lines.filter((line) => !line.endsWith(CUT_OFF)).map((line) => parse(line, file)),
      end: { inode, size: position + whole.length },
      isOther,
    };
  } catch (error) {
    if (!isRequired && error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { lines: [], end: BEGINNING, isOther: true };
    throw asStartError(error, `${file} cannot be read`);
  }
}

function parse(line: string, file: string): Erased {
  try {
    return erased.parse(JSON.parse(line));
  } catch {
    throw damaged(file);
  }
}

/** The list has been read but is damaged, whichever disk it is on. */
export class DamagedList extends StartError {}

function damaged(file: string): DamagedList {
  return new DamagedList(`${file} is damaged: without it who was erased could come back. Put it back from a copy.`);
}

/** A link in the place of the list is refused, and never followed. */
const APPENDS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Appends to the list of a folder, and waits for its disk. */
export async function appendErased(folder: string, lines: readonly Erased[]): Promise<void> {
  if (lines.length === 0) return;
  const file = join(folder, ERASED_FILE);
  await using target = await open(file, APPENDS, 0o600);
  const { size } = await target.stat();
  const last = await target.read({ buffer: Buffer.alloc(1), position: Math.max(size - 1, 0) });
  const isCutOff = size > 0 && last.buffer.toString() !== '\n';
  // One write: several nodes append to one file.
  await target.appendFile(
    `${isCutOff ? `${CUT_OFF}\n` : ''}${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}`,
  );
  await target.sync();
  if (size > 0) return;
  giveToOwnerOf(folder, file);
  await syncFolder(file);
}

/** Returns the folders that have a list: that of the data and, where there is one, that of the backups. */
export function listFolders({ dataDir, backupDir }: Pick<Config, 'dataDir' | 'backupDir'>): string[] {
  return [dataDir, ...(backupDir === null ? [] : [backupDir])];
}

/** Appends what was erased just now to each list. A failure is logged: the eraser's next look tries again. */
export async function listErased({ config, log }: Pick<Context, 'config' | 'log'>, line: Erased): Promise<void> {
  for (const folder of listFolders(config)) {
    await appendErased(folder, [line]).catch((error: unknown) => {
      log.error(describeError(error), 'the list of the erased was not written, tried again');
    });
  }
}
