import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/context.ts';

/** What was sent stays readable so long after its meeting, and what was not needed so long after that was clear. */
const SENT_KEPT = { hours: 400 * 24 };
const DROPPED_KEPT = { hours: 30 * 24 };
/** Longer than any hand-over that a drop can meet. */
const REPLACED_KEPT = { hours: 1 };
const AT_ONCE = 500;

/**
 * Deletes letters of meetings long ago, those dropped long ago, and at once reminders that others replaced, which no
 * screen lists. That of a series stays with the series: it says that the client knows the dates.
 */
export async function forgetLetters({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = (kept: Temporal.DurationLike): string => printInstant(now().subtract(kept));
  for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
    deleted = await db.write(async ({ trx }) => {
      const letters = trx.selectFrom('letters').select('letters.id').limit(AT_ONCE);
      const old = letters
        .where('start', '<', before(SENT_KEPT))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('series')
                .select('series.id')
                .whereRef('series.id', '=', 'letters.series')
                .whereRef('series.user', '=', 'letters.user'),
            ),
          ),
        );
      const dropped = letters
        .where('state', '=', sql.lit('dropped'))
        .where('updated', '<', before(REPLACED_KEPT))
        .where(({ and, eb, exists, or, selectFrom }) =>
          or([
            eb('updated', '<', before(DROPPED_KEPT)),
            and([
              eb('kind', '=', 'session-reminder'),
              exists(
                selectFrom('letters as newer')
                  .select('newer.id')
                  .whereRef('newer.user', '=', 'letters.user')
                  .whereRef('newer.session', '=', 'letters.session')
                  .where('newer.session', '!=', sql.lit(''))
                  .where('newer.kind', '=', 'session-reminder')
                  .whereRef('newer.created', '>', 'letters.created'),
              ),
            ]),
          ]),
        );
      const counts = [old, dropped].map(async (ids) => {
        const { numDeletedRows } = await trx.deleteFrom('letters').where('id', 'in', ids).executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      });
      return Math.max(...(await Promise.all(counts)));
    });
  }
}
