import { sql, type SqlBool } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';

/** What was sent stays readable so long after its meeting, and what was not needed so long after that was clear. */
const SENT_KEPT = { hours: 400 * 24 };
const DROPPED_KEPT = { hours: 30 * 24 };
const AT_ONCE = 500;

/** The letter of a series says that the client knows its dates. */
const OF_SERIES = sql<SqlBool>`exists (
  select 1 from series where series.id = letters.series and series."user" = letters."user"
)`;
/** Deletes letters of meetings long ago, and those dropped long ago. */
export async function forgetLetters({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = (kept: Temporal.DurationLike): string => printInstant(now().subtract(kept));
  const letters = db.read.selectFrom('letters').select('id').limit(AT_ONCE);
  const gone = [
    letters.where('start', '<', before(SENT_KEPT)).where(sql<SqlBool>`not ${OF_SERIES}`),
    letters.where('state', '=', sql.lit('dropped')).where('updated', '<', before(DROPPED_KEPT)),
  ];
  for (let most = AT_ONCE; most === AT_ONCE;) {
    most = await db.write(async ({ trx }) => {
      const counts: number[] = [];
      for (const ids of gone) {
        const { numDeletedRows } = await trx.deleteFrom('letters').where('id', 'in', ids).executeTakeFirstOrThrow();
        counts.push(Number(numDeletedRows));
      }
      return Math.max(...counts);
    });
  }
}
