import { sql } from 'kysely';
import { datesOf, horizonOf } from '#domain/series/occurrences.ts';
import { printEpochMilliseconds } from '#domain/time/instant.ts';
import { act, type Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { ownerId, PROGRAM } from '#server/ground/identity/actor.ts';
import { runApart } from '#server/ground/process/run-apart.ts';
import { addNews } from '#server/practice/news/write-news.ts';
import { findOwned, updateRow } from '#server/records/store.ts';
import { NO_TEXTS } from '#server/practice/series/create-series.ts';
import { judgeDates, readPractice, scopeOf, todayIn } from '#server/practice/series/practice.ts';
import { readOccurrences, readSkips, ruleOf } from '#server/practice/series/stored-series.ts';
import { tellWithSeries } from '#server/practice/letters/tell-with-series.ts';
import { addSessions } from '#server/practice/sessions/change-sessions.ts';
import { skipOccurrences } from '#server/practice/sessions/skip-occurrence.ts';

const AT_ONCE = 500;
/** How long one practice's series may take in a run, since the others wait. */
const OWNER_MS = 1000;

/**
 * Plans the next occurrences of series without an end, up to 12 months ahead (SERIES-04). Skips those whose time is
 * taken and those on days off; the practitioner sees the reason. A practice whose series take longer than its time
 * continues in the next run.
 */
export async function extendSeries(
  context: Context,
  { signal, ownerMs = OWNER_MS }: { signal?: AbortSignal; ownerMs?: number } = {},
): Promise<void> {
  const now = context.now();
  const left = new Map<string, number>();
  // In zones behind UTC this may be a day too late for the horizon; those wait for a later run.
  const horizon = horizonOf(todayIn({ now }, 'UTC')).toString();
  for (let after: Row<'series'> | undefined, more = true; more;) {
    const due = await findDue(context, horizon, after);
    for (const row of due) {
      if (signal?.aborted) return;
      const leftMs = left.get(row.user) ?? ownerMs;
      if (leftMs < 0) continue;
      const start = performance.now();
      let isIdle = false;
      const isDone = await runApart(context.log, 'next occurrences of series', async () => {
        isIdle = nextDates(row, now).length === 0;
        if (isIdle) return;
        await act({ context, actor: PROGRAM, now }, ownerId(row.user), (action) => extend(action, row.id));
      });
      if (!isIdle || !isDone) left.set(row.user, leftMs - (performance.now() - start));
    }
    after = due.at(-1);
    more = due.length === AT_ONCE;
  }
}

/**
 * Returns series to extend, in the order of an index; `after` is the last one of the previous page. Nothing is planned
 * for archived clients; once they are restored, planning continues from that day.
 */
async function findDue(
  { db }: Context,
  horizon: string,
  after: Pick<Row<'series'>, 'made_until' | 'id'> | undefined,
): Promise<Row<'series'>[]> {
  const all = db.read
    .selectFrom('series')
    .selectAll()
    .where('until', 'is', null)
    .where('made_until', '<', horizon)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('clients')
            .select('clients.id')
            .whereRef('clients.id', '=', 'series.client')
            .where('archived', '=', 1),
        ),
      ),
    )
    .orderBy('made_until')
    .orderBy('id')
    .limit(AT_ONCE);
  return (after ? all.where(sql<boolean>`(made_until, id) > (${after.made_until}, ${after.id})`) : all).execute();
}

/** Returns the dates of the rule that have come within the horizon since the last run; none before today. */
function nextDates(
  row: Pick<Row<'series'>, 'start' | 'every_weeks' | 'time_zone' | 'made_until'>,
  now: Temporal.Instant,
): Temporal.PlainDate[] {
  const rule = ruleOf(row);
  const today = todayIn({ now }, rule.timeZone);
  const next = Temporal.PlainDate.from(row.made_until).add({ days: 1 });
  const from = Temporal.PlainDate.compare(next, today) > 0 ? next : today;
  return datesOf(rule, from, horizonOf(today));
}

async function extend(action: Action, id: string): Promise<void> {
  const { write, owner, now } = action;
  const series = await findOwned(write.trx, 'series', owner, id);
  // It was ended or deleted meanwhile.
  if (!series || series.until !== '') return;
  const scope = scopeOf(action);
  const there = new Set(
    [...(await readOccurrences(scope, id)), ...(await readSkips(scope, id))].map(({ occurrence }) => occurrence),
  );
  const dates = nextDates(series, now).filter((date) => !there.has(date.toString()));
  const rule = ruleOf(series);
  const { duration, status, client } = series;
  const judged = await judgeDates(scope, await readPractice(scope), { rule, duration }, dates);
  const added = await addSessions(
    action,
    judged
      .filter(({ verdict }) => verdict === 'free')
      .map(({ date, startMs }) => ({
        ...NO_TEXTS,
        client,
        date: printEpochMilliseconds(startMs),
        duration,
        status,
        series: id,
        occurrence: date,
        deliberate: false,
      })),
    { reminders: series.remind_from !== '' },
  );
  await tellWithSeries(action, id, added);
  const skipped = judged.flatMap(({ date, startMs, verdict }) =>
    verdict === 'free' ? [] : [{ occurrence: date, reason: verdict, startMs }],
  );
  await skipOccurrences(
    action,
    series,
    skipped.map(({ occurrence, reason }) => ({ occurrence, reason })),
  );
  await addNews(
    action,
    skipped.map(({ startMs }) => ({ kind: 'series_skipped', client, before: printEpochMilliseconds(startMs) })),
  );
  const madeUntil = horizonOf(todayIn({ now }, rule.timeZone)).toString();
  await updateRow(action, 'series', id, { made_until: madeUntil });
}
