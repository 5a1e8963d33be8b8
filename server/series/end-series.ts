import { whyKept } from '#domain/series/change.ts';
import type { Action } from '#server/db/action.ts';
import { getOwned, updateRow } from '#server/records/store.ts';
import { scopeOf } from '#server/series/scope.ts';
import { answerAgain, readOccurrences, ruleOf, withAnswer } from '#server/series/stored-series.ts';
import { deleteSessions } from '#server/sessions/change-sessions.ts';

/** Ends a series before a day: removes the untouched sessions from then on and keeps the others (SERIES-06). */
export async function endSeries(action: Action, id: string, day: string): Promise<Record<string, number>> {
  const series = await getOwned(action.write.trx, 'series', action.owner, id);
  const key = `end ${day}`;
  const again = answerAgain(series, key);
  if (again) return again.counts;
  const rule = ruleOf(series);
  const startDay = rule.start.toPlainDate().toString();
  const from = day < startDay ? startDay : day;
  const present = { rule, duration: series.duration, nowMs: action.now.epochMilliseconds };
  const ahead = (await readOccurrences(scopeOf(action), id)).filter(({ occurrence }) => occurrence >= from);
  const removed = ahead.filter((session) => whyKept(session, present) === null).map((session) => session.id);
  await deleteSessions(action, removed);
  const last = Temporal.PlainDate.from(from).subtract({ days: 1 }).toString();
  const until = series.until !== '' && series.until < last ? series.until : last;
  const counts = { removed: removed.length, kept: ahead.length - removed.length };
  await updateRow(action, 'series', id, {
    until,
    made_until: until,
    answer: withAnswer(series, { key, series: id, counts }),
  });
  return counts;
}
