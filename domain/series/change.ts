import { datesOf, momentOn, type Rule } from '#domain/series/occurrences.ts';
import type { Kept, KeptBecause } from '#domain/series/series.ts';
import { holdsTime } from '#domain/sessions/session.ts';

/** What a change needs of a stored session. */
export interface StoredOccurrence {
  id: string;
  /** The local date that the rule gave it. */
  occurrence: string;
  startMs: number;
  duration: number;
  status: string;
  /** Its own place; '' if it has none. */
  place: string;
  hasTexts: boolean;
}

interface Present {
  rule: Rule;
  duration: number;
  nowMs: number;
}

/** Returns why a change of its series leaves a session as it is; null for a session that was never edited. */
export function whyKept(session: StoredOccurrence, { rule, duration, nowMs }: Present): KeptBecause | null {
  if (!holdsTime(session.status)) return 'cancelled';
  if (session.status === 'completed' || session.startMs < nowMs) return 'held';
  if (session.hasTexts) return 'texts';
  const { startMs } = momentOn(Temporal.PlainDate.from(session.occurrence), rule.start.toPlainTime(), rule.timeZone);
  return startMs === session.startMs && duration === session.duration ? null : 'moved';
}

export interface SeriesChange extends Present {
  /** The sessions that the change is about, in any order; the rest of the series stays. */
  sessions: readonly StoredOccurrence[];
  /** The dates of the skips that it is about. */
  skips: readonly string[];
  /** The dates that the rest of the series has. */
  rest: ReadonlySet<string>;
  /** The date of the edited session. If it is no date of the rule, that session is kept as one that was moved. */
  edited: Temporal.PlainDate;
  /** The rule's first date from `edited` on, and the new rule, which starts where that date moves to. */
  pivot: Temporal.PlainDate;
  next: Rule;
  /** The last day, inclusive. */
  last: Temporal.PlainDate;
  today: Temporal.PlainDate;
}

/** The outcome of a change. Dates are those of the new rule. */
export interface ChangePlan {
  keep: (Kept & { occurrence: string })[];
  /** The planned occurrences in order; `session` is null for a new one. */
  places: { date: Temporal.PlainDate; session: string | null }[];
  removed: string[];
  /** The old and the new date of each skip; the latter is null if the rest of the series has that date. */
  skips: { from: string; to: string | null }[];
}

/**
 * Computes what happens to each session. Kept sessions and skips only move to their new date, so that nothing else is
 * planned there; the others take the remaining dates in order, from the edited one forwards and backwards.
 */
export function planChange(change: SeriesChange): ChangePlan {
  const { pivot, next, last, today } = change;
  const firstDay = next.start.toPlainDate();
  const days = pivot.until(firstDay, { largestUnit: 'days' }).days;
  const moved = (date: string): string => Temporal.PlainDate.from(date).add({ days }).toString();
  const sessions = change.sessions.toSorted((a, b) => (a.occurrence < b.occurrence ? -1 : 1));
  const taken = new Set(change.rest);
  const skips = change.skips.map((from) => ({ from, to: moved(from) }));
  const skipped = new Set(skips.map(({ to }) => to));
  const keep: ChangePlan['keep'] = [];
  const keepAt = ({ id, occurrence }: StoredOccurrence, why: KeptBecause): void => {
    const date = unused(new Set([...taken, ...skipped]), moved(occurrence));
    taken.add(date);
    keep.push({ session: id, why, occurrence: date });
  };
  const untouched: StoredOccurrence[] = [];
  const alone = change.edited.equals(pivot) ? '' : change.edited.toString();
  for (const session of sessions) {
    // With the same interval each session moves by as many days as the edited one, but not into the past.
    const isOver = next.everyWeeks === change.rule.everyWeeks && moved(session.occurrence) < today.toString();
    const isAlone = session.occurrence === alone;
    const why = whyKept(session, change) ?? (isOver || isAlone ? 'moved' : null);
    if (why === null) untouched.push(session);
    else keepAt(session, why);
  }
  // Past dates had their session, wherever the new rule would put it.
  const over = new Set([...change.rest].map(moved));
  const open = (date: Temporal.PlainDate): boolean =>
    ![taken, skipped, over].some((dates) => dates.has(date.toString()));
  const earlier = untouched.filter(({ occurrence }) => occurrence < pivot.toString());
  const later = untouched.slice(earlier.length);
  const places: ChangePlan['places'] = [];
  const removed: string[] = [];
  const [first] = earlier;
  if (first) {
    const before = datesBefore(next, latest(today, Temporal.PlainDate.from(moved(first.occurrence)))).filter(open);
    for (const session of earlier.toReversed()) {
      const date = before.pop();
      if (date) places.unshift({ date, session: session.id });
      else removed.push(session.id);
    }
    places.unshift(...before.map((date) => ({ date, session: null })));
  }
  for (const date of datesOf(next, latest(today, firstDay), last).filter(open)) {
    places.push({ date, session: later.shift()?.id ?? null });
  }
  return {
    keep,
    places,
    removed: [...removed, ...later.map(({ id }) => id)],
    skips: skips.map(({ from: old, to }) => ({ from: old, to: change.rest.has(to) ? null : to })),
  };
}

function latest(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) > 0 ? one : other;
}

/** Returns the dates of the rule from a day up to the day before its start. */
function datesBefore({ start, everyWeeks }: Rule, from: Temporal.PlainDate): Temporal.PlainDate[] {
  const dates: Temporal.PlainDate[] = [];
  const weeks = everyWeeks;
  for (let date = start.toPlainDate().subtract({ weeks }); ; date = date.subtract({ weeks })) {
    if (Temporal.PlainDate.compare(date, from) < 0) return dates.toReversed();
    dates.push(date);
  }
}

function unused(taken: ReadonlySet<string>, wanted: string): string {
  let date = Temporal.PlainDate.from(wanted);
  while (taken.has(date.toString())) date = date.subtract({ days: 1 });
  return date.toString();
}
