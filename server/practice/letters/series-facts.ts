import { LISTED_DATES } from '#domain/letters/told-meetings.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';

/** Returns the first starts of a series' planned sessions after a moment; none without a series. */
export async function plannedAfter(
  read: Reader,
  { user, series }: Pick<Row<'letters'>, 'user' | 'series'>,
  after: string,
): Promise<string[]> {
  if (series === null) return [];
  const rows = await read
    .selectFrom('sessions')
    .select('date')
    .where('user', '=', user)
    .where('series', '=', series)
    .where('status', '=', 'scheduled')
    .where('date', '>', after)
    .orderBy('date')
    .limit(LISTED_DATES + 1)
    .execute();
  return rows.map(({ date }) => date);
}

/** Returns whether a session is the last one planned of a series without an end, so that more will follow. */
export async function isLastOfEndless(read: Reader, user: string, session: string): Promise<boolean> {
  const found = await read
    .selectFrom('sessions')
    .innerJoin('series', (join) =>
      join.onRef('series.id', '=', 'sessions.series').onRef('series.user', '=', 'sessions.user'),
    )
    .select('sessions.id')
    .where('sessions.user', '=', user)
    .where('sessions.id', '=', session)
    .where('series.until', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('sessions as later')
            .select('later.id')
            .whereRef('later.user', '=', 'sessions.user')
            .whereRef('later.series', '=', 'sessions.series')
            .whereRef('later.date', '>', 'sessions.date')
            .where('later.status', '=', 'scheduled'),
        ),
      ),
    )
    .executeTakeFirst();
  return found !== undefined;
}
