import type { Context } from '#server/context.ts';
import { EVEN_WHEN_FULL } from '#server/db/database.ts';
import { deleteLetterFile } from '#server/mail/letter-files.ts';

/** Erases at most so many letters of an account, those kept as files with them. False when there are none. */
export async function eraseLetters({ db, config }: Context, account: string, most: number): Promise<boolean> {
  const letters = await db.read
    .selectFrom('outbox')
    .select(['id', 'message_id', 'created'])
    .where('account', '=', account)
    .limit(most)
    .execute();
  if (letters.length === 0) return false;
  // Files first: a letter whose row is gone is found by nothing but its age.
  await Promise.all(letters.map((letter) => deleteLetterFile(config.dataDir, letter)));
  const ids = letters.map(({ id }) => id);
  await db.write(({ trx }) => trx.deleteFrom('outbox').where('id', 'in', ids).execute(), EVEN_WHEN_FULL);
  return true;
}
