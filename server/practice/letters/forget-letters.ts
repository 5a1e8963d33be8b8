import { sql, type SqlBool } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';

/** How long letters are kept after their meeting, and dropped ones after they were dropped. */
const SENT_KEPT = { hours: 400 * 24 };
const DROPPED_KEPT = { hours: 30 * 24 };
const AT_ONCE = 500;

/** Deletes letters of meetings long ago, and those dropped long ago. */
export async function forgetLetters({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = (kept: Temporal.DurationLike): string => printInstant(now().subtract(kept));
  const letters = db.read.selectFrom('letters').select('id').limit(AT_ONCE);
  const sent = before(SENT_KEPT);
  // A letter about a series names meetings of several years.
  const isLast = sql<SqlBool>`not exists (
    select 1 from told where told."user" = letters."user" and told.letter = letters.id and told.start >= ${sent}
  )`;
  const gone = [
    letters.where('start', '<', sent).where(isLast),
    letters.where('state', '=', sql.lit('dropped')).where('updated', '<', before(DROPPED_KEPT)),
  ];
  for (let most = AT_ONCE; most === AT_ONCE;) {
    most = await db.write(async ({ trx }) => {
      const counts: number[] = [];
      for (const ids of gone) {
        const { numDeletedRows } = await trx.deleteFrom('letters').where('id', 'in', ids).executeTakeFirstOrThrow();
        counts.push(Number(numDeletedRows));
      }
      const shown = trx.selectFrom('told').select('id').where('letter', 'is', null).where('start', '<', sent);
      const { numDeletedRows } = await trx
        .deleteFrom('told')
        .where('id', 'in', shown.limit(AT_ONCE))
        .executeTakeFirstOrThrow();
      return Math.max(...counts, Number(numDeletedRows));
    });
  }
}
