import { decide, type Placement } from '#domain/series/decide.ts';
import { momentOn } from '#domain/series/occurrences.ts';
import { printEpochMilliseconds, printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { deleteRows } from '#server/records/delete-with-dependents.ts';
import { getOwned, insertRow, updateRow } from '#server/records/store.ts';
import { updateRows } from '#server/records/store-many.ts';
import type { ChangeOrder } from '#server/practice/series/bodies.ts';
import { NO_TEXTS } from '#server/practice/series/create-series.ts';
import { refuseMoreEndless } from '#server/practice/series/endless-limit.ts';
import { type ChangeOutcome, computeChange } from '#server/practice/series/compute-change.ts';
import { seriesChanged } from '#server/practice/series/preview-series.ts';
import { pressMeetings } from '#server/practice/letters/press.ts';
import { scopeOf } from '#server/practice/series/practice.ts';
import { answerAgain, lastKeyOf, ruleOf, untoldDates, withAnswer } from '#server/practice/series/stored-series.ts';
import { addSessions, changeSessions, deleteSessions } from '#server/practice/sessions/change-sessions.ts';
import { skipOccurrences } from '#server/practice/sessions/skip-occurrence.ts';

export interface ChangedSeries {
  series: Decoded<'series'>;
  counts: Record<string, number>;
}

type Change = Parameters<typeof changeSessions>[1][number];

/**
 * Changes the future part of a series, or the part from one session on, as previewed. Returns the same response when
 * the same request is sent again.
 */
export async function changeSeries(action: Action, id: string, order: ChangeOrder): Promise<ChangedSeries> {
  const { write, owner } = action;
  const before = await getOwned(write.trx, 'series', owner, id);
  const again = answerAgain(before, order.digest);
  if (again) return { series: await getOwned(write.trx, 'series', owner, again.series), counts: again.counts };
  const outcome = await computeChange(scopeOf(action), id, order);
  if (outcome.digest !== order.digest) throw seriesChanged();
  if (outcome.until === '' && before.until !== '') await refuseMoreEndless(write.trx, owner);
  const { plan, occurrences, sessions, next } = outcome;
  const { placed, skipped } = decide(occurrences, order.decisions, next.timeZone);
  const sessionOn = new Map(plan.places.map(({ date, session }) => [date.toString(), session]));
  const target = order.scope === 'all' ? id : newRecordId();
  const removed = [...plan.removed, ...skipped.flatMap((date) => sessionOn.get(date) ?? [])];
  const fresh = placed.filter(({ date }) => !sessionOn.get(date));
  const moved = placed.flatMap((place): Change[] => {
    const session = sessions.get(sessionOn.get(place.date) ?? '');
    return session ? [changeTo(session, place, { outcome, target, status: order.status ?? session.status })] : [];
  });
  const kept = plan.keep.flatMap(({ session: keptId, occurrence }): Change[] => {
    const session = sessions.get(keptId);
    if (!session || (target === id && session.occurrence === occurrence)) return [];
    const { duration, status, startMs } = session;
    const date = printEpochMilliseconds(startMs);
    return [{ id: keptId, date, duration, status, series: target, occurrence, deliberate: null }];
  });
  const counts = {
    created: fresh.length,
    moved: moved.filter(({ deliberate }) => deliberate !== null).length,
    removed: removed.length,
    kept: plan.keep.length,
  };
  const last = { key: order.digest, series: target, counts };
  const series = await storeRule(action, outcome, order, { target, answer: withAnswer(outcome.series, last) });
  await deleteSessions(action, removed, `${id} ${order.digest}`);
  const isSame = ({ deliberate, id: sessionId, occurrence }: Change): boolean =>
    deliberate === null && target === id && sessions.get(sessionId)?.occurrence === occurrence;
  await changeSessions(action, [...kept, ...moved.filter((change) => !isSame(change))]);
  const added = await addSessions(
    action,
    fresh.map(({ date, startMs, deliberate }) => ({
      ...NO_TEXTS,
      client: series.client,
      date: printEpochMilliseconds(startMs),
      duration: series.duration,
      status: series.status,
      series: target,
      occurrence: date,
      deliberate,
    })),
    { takesBack: { by: `${id} ${lastKeyOf(before)}`, status: order.status } },
  );
  await moveSkips(action, outcome, target);
  await skipOccurrences(
    action,
    series,
    skipped.map((occurrence) => ({ occurrence, reason: 'chosen' })),
  );
  // Sessions that a just undone end had removed, and of which the client was never told, are not announced either.
  const untold = untoldDates(before, action.now);
  const rule = ruleOf(before);
  const isBack = (at: number): boolean => {
    const place = fresh[at];
    if (!place || !untold.has(place.date)) return false;
    const { startMs } = momentOn(Temporal.PlainDate.from(place.date), rule.start.toPlainTime(), rule.timeZone);
    return startMs === place.startMs && series.duration === before.duration && series.status === before.status;
  };
  const changed = [...removed, ...moved.flatMap(({ id: each, deliberate }) => (deliberate === null ? [] : [each]))];
  const { client } = series;
  pressMeetings(
    action,
    [
      ...changed.map((session) => ({ session, client, before: storedBefore(sessions.get(session)) })),
      ...added.filter((_, at) => !isBack(at)).map((session) => ({ session, client, before: null })),
    ],
    { series: target },
  );
  return { series, counts };
}

function storedBefore(session: { startMs: number; duration: number; status: string; place: string } | undefined) {
  return session ? { ...session, date: printEpochMilliseconds(session.startMs) } : null;
}

/** Returns the change of a session; one that keeps its time, length and status keeps its held time. */
function changeTo(
  session: { id: string; startMs: number; duration: number; status: string },
  place: Placement,
  { outcome, target, status }: { outcome: ChangeOutcome; target: string; status: string },
): Change {
  const { duration } = outcome;
  const same = session.startMs === place.startMs && session.duration === duration && session.status === status;
  return {
    id: session.id,
    date: printEpochMilliseconds(place.startMs),
    duration,
    status,
    series: target,
    occurrence: place.date,
    deliberate: same ? null : place.deliberate,
  };
}

/** Changes the rule itself, or ends it and adds the rule that follows. */
async function storeRule(
  action: Action,
  { series, pivot, next, duration, until, madeUntil, plan }: ChangeOutcome,
  order: ChangeOrder,
  { target, answer }: { target: string; answer: unknown },
): Promise<Decoded<'series'>> {
  const first = plan.places[0]?.date;
  const firstDay = next.start.toPlainDate();
  const startDay = first && Temporal.PlainDate.compare(first, firstDay) < 0 ? first : firstDay;
  const rule = {
    start: startDay.toPlainDateTime(next.start.toPlainTime()).toString({ smallestUnit: 'minute' }),
    time_zone: next.timeZone,
    every_weeks: next.everyWeeks,
    until,
    duration,
    status: order.status ?? series.status,
    made_until: madeUntil,
    remind_from: printInstant(action.now),
  };
  if (target === series.id) return updateRow(action, 'series', series.id, { ...rule, answer });
  const end = pivot.subtract({ days: 1 }).toString();
  await updateRow(action, 'series', series.id, { until: end, made_until: end, answer });
  return insertRow(action, 'series', { ...rule, id: target, client: series.client, previous: series.id, answer: {} });
}

async function moveSkips(action: Action, { series, skips, plan }: ChangeOutcome, target: string): Promise<void> {
  const idOf = (date: string): string => skips.get(date) ?? '';
  const gone = plan.skips.filter(({ to }) => to === null);
  await deleteRows(
    action,
    'series_skips',
    gone.map(({ from }) => idOf(from)),
  );
  const moved = plan.skips.flatMap(({ from, to }) =>
    to === null || (to === from && target === series.id) ? [] : [{ id: idOf(from), series: target, occurrence: to }],
  );
  await updateRows(action, 'series_skips', moved, 'occurrence');
}
