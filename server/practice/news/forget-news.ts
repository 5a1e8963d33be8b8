import { NEWS_DAYS } from '#domain/news/news.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';

const AT_ONCE = 500;

/** Deletes what is older than a month, seen or not. */
export async function forgetNews({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = printInstant(now().subtract({ hours: 24 * NEWS_DAYS }));
  const old = db.read.selectFrom('news').select('id').where('created', '<', before).limit(AT_ONCE);
  for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
    deleted = await db.write(async ({ trx }) => {
      const { numDeletedRows } = await trx.deleteFrom('news').where('id', 'in', old).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });
  }
}
