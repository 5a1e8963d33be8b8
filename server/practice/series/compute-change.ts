import { type ChangePlan, planChange, type StoredOccurrence } from '#domain/series/change.ts';
import { firstFrom, horizonOf, type Rule } from '#domain/series/occurrences.ts';
import { SERIES_LIMITS, type SeriesChangePreview } from '#domain/series/series.ts';
import type { Judged } from '#domain/series/verdict.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { toldOf } from '#server/practice/letters/told.ts';
import { findOwned, getOwned } from '#server/records/store.ts';
import type { ChangeRequest } from '#server/practice/series/bodies.ts';
import { judgeDates, readPractice, type Scope, todayIn, withNames } from '#server/practice/series/practice.ts';
import { hashOf, refused } from '#server/practice/series/preview-series.ts';
import { lastKeyOf, readOccurrences, readSkips, ruleOf } from '#server/practice/series/stored-series.ts';

/** The outcome of a change of a series, before anything is written. */
export interface ChangeOutcome {
  series: Decoded<'series'>;
  pivot: Temporal.PlainDate;
  next: Rule;
  duration: number;
  until: string;
  madeUntil: string;
  /** The sessions that the change is about, by id. */
  sessions: ReadonlyMap<string, StoredOccurrence>;
  /** The ids of the skips that it is about, by date. */
  skips: ReadonlyMap<string, string>;
  plan: ChangePlan;
  occurrences: Judged[];
  digest: string;
}

/** Computes a change from the present data. Throws a 404 without the series and a 400 for a wrong field. */
export async function computeChange(scope: Scope, id: string, wish: ChangeRequest): Promise<ChangeOutcome> {
  const series = await getOwned(scope.reader, 'series', scope.owner, id);
  const pivot = await pivotOf(scope, series, wish);
  const practice = await readPractice(scope);
  const rule = ruleOf(series);
  // A kept session may have left the weeks of the rule; the rule moves by as much as the session but keeps its own
  // weeks.
  const anchor = firstFrom(rule, pivot);
  const start = wish.start ?? pivot.toPlainDateTime(rule.start.toPlainTime());
  const next: Rule = {
    start: anchor.add(pivot.until(start.toPlainDate())).toPlainDateTime(start.toPlainTime()),
    everyWeeks: wish.every_weeks ?? rule.everyWeeks,
    timeZone: wish.start ? practice.timeZone : rule.timeZone,
  };
  const today = todayIn(scope, next.timeZone);
  const until = checkedUntil(series, anchor, wish, { next, today });
  const last = until === '' ? horizonOf(today) : Temporal.PlainDate.from(until);
  const isMeant = (occurrence: string): boolean =>
    occurrence >= (wish.scope === 'following' ? pivot.toString() : todayIn(scope, rule.timeZone).toString());
  const nowMs = scope.now.epochMilliseconds;
  const all = await readOccurrences(scope, id);
  const sessions = all.filter(
    ({ occurrence, startMs }) => isMeant(occurrence) || (wish.scope === 'all' && startMs >= nowMs),
  );
  const skips = await readSkips(scope, id);
  const others = wish.scope === 'following' ? [] : [...all.filter((one) => !sessions.includes(one)), ...skips];
  const plan = planChange({
    rule,
    duration: series.duration,
    nowMs,
    sessions,
    skips: skips.filter(({ occurrence }) => isMeant(occurrence)).map(({ occurrence }) => occurrence),
    rest: new Set(
      others.filter((one) => 'startMs' in one || !isMeant(one.occurrence)).map(({ occurrence }) => occurrence),
    ),
    edited: pivot,
    pivot: anchor,
    next,
    last,
    today,
  });
  if (plan.places.length > SERIES_LIMITS.mostOccurrences) throw refused('until', FIELD_ERROR.invalidValue);
  const kept = new Set(plan.keep.map(({ session }) => session));
  const freed = new Set(sessions.filter((one) => !kept.has(one.id)).map((one) => one.id));
  const duration = wish.duration ?? series.duration;
  const dates = plan.places.map(({ date }) => date);
  const occurrences = await judgeDates(scope, practice, { rule: next, duration }, dates, freed);
  const digest = hashOf({
    // Contains the last change, so that two changes never have the same digest.
    wish: [
      id,
      lastKeyOf(series),
      wish.scope,
      wish.session,
      next.start.toString(),
      next.everyWeeks,
      duration,
      wish.status ?? '',
    ],
    timeZone: next.timeZone,
    until,
    occurrences,
    keep: plan.keep,
    removed: plan.removed,
  });
  return {
    series,
    pivot,
    next,
    duration,
    until,
    madeUntil: last.toString(),
    sessions: new Map(sessions.map((session) => [session.id, session])),
    skips: new Map(skips.map((skip) => [skip.occurrence, skip.id])),
    plan,
    occurrences,
    digest,
  };
}

export async function previewChange(scope: Scope, id: string, wish: ChangeRequest): Promise<SeriesChangePreview> {
  const { sessions, next, until, occurrences, plan, digest } = await computeChange(scope, id, wish);
  return {
    timeZone: next.timeZone,
    until,
    occurrences: await withNames(scope, occurrences),
    digest,
    keep: plan.keep.map(({ session, why }) => ({ session, why })),
    told: await toldOf(scope, [...sessions.keys()], scope.now.epochMilliseconds),
  };
}

/** Returns the date of the edited session; without one, the first date of the rule, which does not move. */
async function pivotOf(
  { reader, owner }: Scope,
  series: Decoded<'series'>,
  { scope, session, start }: ChangeRequest,
): Promise<Temporal.PlainDate> {
  if (session === '' && scope === 'all' && !start) return ruleOf(series).start.toPlainDate();
  const edited = await findOwned(reader, 'sessions', owner, session);
  if (edited?.series !== series.id) throw refused('session', FIELD_ERROR.missingRelation);
  return Temporal.PlainDate.from(edited.occurrence);
}

/** Returns the last day of the changed series, which moves with its start unless the caller sets it. */
function checkedUntil(
  series: Decoded<'series'>,
  pivot: Temporal.PlainDate,
  wish: ChangeRequest,
  { next, today }: { next: Rule; today: Temporal.PlainDate },
): string {
  const firstDay = next.start.toPlainDate();
  const inPast = Temporal.PlainDate.compare(firstDay, today) < 0;
  if (wish.start && inPast && Temporal.PlainDate.compare(pivot, today) >= 0) {
    throw refused('start', FIELD_ERROR.invalidValue);
  }
  if (wish.until !== undefined && wish.until !== '') {
    if (wish.until < firstDay.toString()) throw refused('until', FIELD_ERROR.invalidValue);
    return wish.until;
  }
  const until = wish.until ?? series.until;
  if (until === '') {
    if (Temporal.PlainDate.compare(firstDay, horizonOf(today)) > 0) throw refused('start', FIELD_ERROR.invalidValue);
    return '';
  }
  const { days } = pivot.until(firstDay, { largestUnit: 'days' });
  return Temporal.PlainDate.from(until).add({ days }).toString();
}
