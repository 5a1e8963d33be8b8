import type { Context } from '#server/ground/context.ts';
import { EVEN_WHEN_FULL } from '#server/ground/db/database.ts';
import { deleteLetterFile } from '#server/ground/mail/letter-files.ts';

/** Erases at most `most` letters of an account and their files. Returns false when the account has no letters. */
export async function eraseLetters({ db, config }: Context, account: string, most: number): Promise<boolean> {
  const letters = await db.read
    .selectFrom('outbox')
    .select(['id', 'message_id', 'created'])
    .where('account', '=', account)
    .limit(most)
    .execute();
  if (letters.length === 0) return false;
  // Files first: without its row, a letter's file is found by age alone.
  await Promise.all(letters.map((letter) => deleteLetterFile(config.dataDir, letter)));
  const ids = letters.map(({ id }) => id);
  await db.write(({ trx }) => trx.deleteFrom('outbox').where('id', 'in', ids).execute(), EVEN_WHEN_FULL);
  return true;
}
