import { showDate } from '#web/ground/format/dates.ts';
import { type Forms, plural, SESSIONS, showNumber } from '#web/ground/format/plural.ts';

const REASON = { taken: 'время занято', day_off: 'выходной' } as const;
const SKIPPED: Forms = { one: 'пропущена', few: 'пропущены', many: 'пропущено' };

/** An occurrence that the job that extends series has skipped. */
export interface SkipRecord {
  id: string;
  series: string;
  /** 'YYYY-MM-DD' */
  occurrence: string;
  reason: keyof typeof REASON;
}

export type Skip = Pick<SkipRecord, 'occurrence' | 'reason'>;

/** Whether the job, not a person, created a record of `series_skips`. */
export function isLeftOut(skip: Record<string, unknown>): skip is Skip {
  return typeof skip['occurrence'] === 'string' && (skip['reason'] === 'taken' || skip['reason'] === 'day_off');
}

/** «Серия: пропущена сессия 12.01.2027, время занято» */
function showSkipped(skip: Skip): string {
  return `Серия: пропущена сессия ${showDay(skip)}, ${REASON[skip.reason]}`;
}

/** The same for everything skipped at once: «Серии: пропущено 5 сессий» if there are several. */
export function showAllSkipped(skips: readonly Skip[]): string {
  const [first] = skips;
  if (first && skips.length === 1) return showSkipped(first);
  const count = skips.length;
  return `Серии: ${plural(count, SKIPPED)} ${showNumber(count)}\u00A0${plural(count, SESSIONS)}`;
}

/** «Пропущены 12.01.2027 (время занято), 19.01.2027 (выходной)»; '' for none. */
export function showSkips(skips: readonly Skip[]): string {
  if (skips.length === 0) return '';
  const days = skips.toSorted(byOccurrence).map((skip) => `${showDay(skip)}\u00A0(${REASON[skip.reason]})`);
  return `${skips.length === 1 ? 'Пропущена' : 'Пропущены'} ${days.join(', ')}`;
}

function showDay({ occurrence }: Skip): string {
  return showDate(Temporal.PlainDate.from(occurrence));
}

function byOccurrence(a: Skip, b: Skip): number {
  return a.occurrence < b.occurrence ? -1 : 1;
}
