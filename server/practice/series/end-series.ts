import { whyKept } from '#domain/series/change.ts';
import type { Action } from '#server/ground/action.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { pressMeetings } from '#server/practice/letters/press.ts';
import { neverTold } from '#server/practice/letters/taken-back.ts';
import { printEpochMilliseconds, printInstant } from '#domain/time/instant.ts';
import { getOwned, updateRow } from '#server/records/store.ts';
import { refused } from '#server/practice/series/preview-series.ts';
import { scopeOf } from '#server/practice/series/practice.ts';
import { answerAgain, readOccurrences, ruleOf, withAnswer } from '#server/practice/series/stored-series.ts';
import { deleteSessions } from '#server/practice/sessions/change-sessions.ts';

/**
 * Ends a series before a day: removes its untouched sessions from then on and keeps the others (SERIES-06). Throws a
 * 400 for a day after its last planned one; `until` of a change is for those.
 */
export async function endSeries(action: Action, id: string, day: string): Promise<Record<string, number>> {
  const series = await getOwned(action.write.trx, 'series', action.owner, id);
  const key = `end ${day}`;
  const again = answerAgain(series, key);
  if (again) return again.counts;
  const rule = ruleOf(series);
  const startDay = rule.start.toPlainDate().toString();
  const from = day < startDay ? startDay : day;
  const last = Temporal.PlainDate.from(from).subtract({ days: 1 }).toString();
  if (series.until === '' && last > series.made_until) throw refused('from', FIELD_ERROR.invalidValue);
  const present = { rule, duration: series.duration, nowMs: action.now.epochMilliseconds };
  const ahead = (await readOccurrences(scopeOf(action), id)).filter(({ occurrence }) => occurrence >= from);
  const removed = ahead.filter((session) => whyKept(session, present) === null);
  const untold = await neverTold(
    action,
    series.client,
    removed.map((session) => session.id),
  );
  await deleteSessions(
    action,
    removed.map((session) => session.id),
    `${id} ${key}`,
  );
  pressMeetings(
    action,
    removed.map(({ id: session, startMs, duration, status, place }) => {
      const before = { date: printEpochMilliseconds(startMs), duration, status, place };
      return { session, client: series.client, before };
    }),
    { series: id },
  );
  const until = series.until !== '' && series.until < last ? series.until : last;
  const counts = { removed: removed.length, kept: ahead.length - removed.length };
  await updateRow(action, 'series', id, {
    until,
    made_until: until,
    answer: withAnswer(series, {
      key,
      series: id,
      counts,
      untold: {
        at: printInstant(action.now),
        dates: removed.flatMap((session) => (untold.has(session.id) ? [session.occurrence] : [])),
      },
    }),
  });
  return counts;
}
