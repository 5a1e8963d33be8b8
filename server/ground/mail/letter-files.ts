import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import type { Row } from '#server/ground/db/schema.ts';

type NamedLetter = Pick<Row<'outbox'>, 'message_id' | 'created'>;

const KEPT = { hours: 30 * 24 };
const WRITTEN = /^(\d{17})-[a-z0-9]{32}\.eml(?:\.new)?$/;

/** Returns the folder of letters for installations without a mail server. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

/**
 * Returns the name of a letter's file without its extension; it begins with the instant at which the letter was queued.
 */
export function letterName({ message_id, created }: NamedLetter): string {
  return `${digitsOf(created)}-${message_id}`;
}

function digitsOf(stamp: string): string {
  return stamp.replaceAll(/\D/g, '');
}

/** Returns the path of a letter's file while it is being written. */
export function unfinished(file: string): string {
  return `${file}.new`;
}

/** Deletes the file of a letter, if it has one, and an unfinished one that a crash left behind. */
export async function deleteLetterFile(dataDir: string, letter: NamedLetter): Promise<void> {
  const file = join(mailFolder(dataDir), `${letterName(letter)}.eml`);
  for (const name of [unfinished(file), file]) await rm(name, { force: true });
}

/** Deletes files of letters after 30 days. */
export async function forgetLetterFiles({ config, now }: Pick<Context, 'config' | 'now'>): Promise<void> {
  const folder = mailFolder(config.dataDir);
  const before = digitsOf(printInstant(now().subtract(KEPT)));
  for (const file of await filesIn(folder)) {
    const [, written] = WRITTEN.exec(file) ?? [];
    if (written !== undefined && written < before) await rm(join(folder, file), { force: true });
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
