/** A session as a person sees it; times are those of the practice's clock. */
export interface Seen {
  /** '' until the server has given one. */
  id: string;
  /** 'YYYY-MM-DDTHH:mm' */
  at: string;
  duration: number;
  status: string;
  news: string;
}

/** A series as the words of its rules have it, without the database, instants or ids of its own. */
export interface SeriesModel {
  start: string;
  weeks: number;
  duration: number;
  status: string;
  until: string;
  madeUntil: string;
  /** By the date that the rule gave. */
  cells: Map<string, Seen | 'skip'>;
}

export interface Edit {
  scope: 'all' | 'following';
  /** The date of the edited one; the rule's start without one. */
  pivot: string;
  start?: string;
  every_weeks?: number;
  duration?: number;
  status?: string;
  until?: string;
}

interface Plan {
  next: Omit<SeriesModel, 'cells'>;
  /** What is not concerned. */
  rest: Map<string, Seen | 'skip'>;
  kept: Map<string, Seen>;
  skips: string[];
  /** What is planned on each date, in order; null where there was nothing. */
  targets: Map<string, Seen | null>;
  /** A start that is over or beyond the months ahead, or an end before it. */
  isRefused: boolean;
}

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text.slice(0, 10));
const add = (text: string, days: number): string => day(text).add({ days }).toString();
export const daysFrom = (from: string, to: string): number => day(from).until(day(to), { largestUnit: 'days' }).days;
const latest = (...dates: string[]): string => dates.toSorted().at(-1) ?? '';
export const monthsAhead = (now: string): string => day(now).add({ months: 12 }).toString();

/** Every day from one to another on which the rule falls, counted day by day. */
function ruleDays({ start, weeks }: Pick<SeriesModel, 'start' | 'weeks'>, from: string, to: string): string[] {
  const days: string[] = [];
  for (let date = from; date <= to; date = add(date, 1)) {
    if (daysFrom(start, date) % (weeks * 7) === 0) days.push(date);
  }
  return days;
}

function isTouched(series: SeriesModel, date: string, session: Seen, now: string): boolean {
  const { at, duration, status, news } = session;
  const byRule = at === date + series.start.slice(10) && duration === series.duration;
  return !byRule || at < now || news !== '' || !['scheduled', 'reserved'].includes(status);
}

/** What an edit makes of a series, before conflicts are decided. */
export function planEdit(series: SeriesModel, edit: Edit, now: string): Plan {
  const today = now.slice(0, 10);
  const from = latest(edit.pivot, series.start.slice(0, 10));
  const anchor = ruleDays(series, from, add(from, 60))[0] ?? '';
  const days = edit.start === undefined ? 0 : daysFrom(edit.pivot, edit.start);
  const first = add(anchor, days);
  const until = edit.until ?? (series.until && add(series.until, days));
  const next = {
    start: first + (edit.start ?? series.start).slice(10),
    weeks: edit.every_weeks ?? series.weeks,
    duration: edit.duration ?? series.duration,
    status: edit.status ?? series.status,
    until,
    madeUntil: until === '' ? monthsAhead(now) : until,
  };
  const isMeant = (date: string, cell: Seen | 'skip'): boolean =>
    edit.scope === 'following' ? date >= edit.pivot : date >= today || (cell !== 'skip' && cell.at >= now);
  const all = [...series.cells].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rest = new Map(all.filter(([date, cell]) => !isMeant(date, cell)));
  // What comes before a split is another series.
  const ofNext = edit.scope === 'following' ? new Set<string>() : new Set(rest.keys());
  const skips = all.filter(([date, cell]) => cell === 'skip' && isMeant(date, cell)).map(([date]) => add(date, days));
  const kept = new Map<string, Seen>();
  const open: [string, Seen][] = [];
  for (const [date, cell] of all) {
    if (cell === 'skip' || !isMeant(date, cell)) continue;
    const isLate = next.weeks === series.weeks && add(date, days) < today;
    if (!isLate && !isTouched(series, date, cell, now)) {
      open.push([date, cell]);
      continue;
    }
    let place = add(date, days);
    while (ofNext.has(place) || kept.has(place) || skips.includes(place)) place = add(place, -1);
    kept.set(place, cell);
  }
  const blocked = new Set([...ofNext, ...kept.keys(), ...skips, ...[...ofNext].map((date) => add(date, days))]);
  const free = (one: string, other: string): string[] =>
    ruleDays(next, one, other).filter((date) => !blocked.has(date));
  const earlier = open.filter(([date]) => date < anchor);
  const later = open.slice(earlier.length).map(([, session]) => session);
  const before = earlier[0] ? free(latest(today, add(earlier[0][0], days)), add(first, -1)) : [];
  const targets = new Map<string, Seen | null>(before.map((date) => [date, null]));
  for (const date of before.toReversed()) targets.set(date, earlier.pop()?.[1] ?? null);
  for (const date of free(latest(today, first), next.madeUntil)) targets.set(date, later.shift() ?? null);
  const isRefused =
    (edit.start !== undefined && first < today && anchor >= today) ||
    (until === '' ? first > next.madeUntil : edit.until !== undefined && until < first);
  return { next, rest, kept, skips, targets, isRefused };
}

/** Applies a plan; returns the series that has it, which is a new one after a split. */
export function applyPlan(
  series: SeriesModel,
  { scope, pivot, status }: Edit,
  { next, rest, kept, skips, targets }: Plan,
  decisions: Readonly<Record<string, string>>,
): SeriesModel {
  const cells = new Map<string, Seen | 'skip'>(scope === 'all' ? rest : []);
  for (const date of skips) if (!cells.has(date)) cells.set(date, 'skip');
  for (const [date, session] of kept) cells.set(date, session);
  for (const [date, session] of targets) {
    const decision = decisions[date];
    const time = decision?.includes(':') ? `T${decision}` : next.start.slice(10);
    const own = { id: session?.id ?? '', status: status ?? session?.status ?? next.status, news: '' };
    cells.set(date, decision === 'skip' ? 'skip' : { ...own, at: date + time, duration: next.duration });
  }
  const [first = '9'] = targets.keys();
  const start = first < next.start ? first + next.start.slice(10) : next.start;
  if (scope === 'all') return Object.assign(series, { ...next, start, cells });
  const end = add(pivot, -1);
  Object.assign(series, { until: end, madeUntil: end, cells: rest });
  return { ...next, start, cells };
}

/** Ends a series before a day. */
export function endModel(series: SeriesModel, from: string, now: string): void {
  const first = latest(from, series.start.slice(0, 10));
  for (const [date, cell] of series.cells) {
    if (date >= first && cell !== 'skip' && !isTouched(series, date, cell, now)) series.cells.delete(date);
  }
  const end = add(first, -1);
  series.until = series.until !== '' && series.until < end ? series.until : end;
  series.madeUntil = series.until;
}

/** Plans the next dates of a series without an end; `isTaken` says of a start whether anything meets it. */
export function extendModel(series: SeriesModel, now: string, isTaken: (at: string) => boolean): void {
  const horizon = monthsAhead(now);
  const from = latest(add(series.madeUntil, 1), now.slice(0, 10));
  const dates = ruleDays(series, latest(from, series.start.slice(0, 10)), horizon);
  if (series.until !== '' || dates.length === 0) return;
  const { duration, status } = series;
  for (const date of dates.filter((one) => !series.cells.has(one))) {
    const at = date + series.start.slice(10);
    series.cells.set(date, isTaken(at) ? 'skip' : { id: '', at, duration, status, news: '' });
  }
  series.madeUntil = horizon;
}
