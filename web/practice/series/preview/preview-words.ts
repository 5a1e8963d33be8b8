import { isolated } from '#domain/text/isolated.ts';
import type { Occurrence, Remark } from '#domain/series/series.ts';
import { counted, type Forms, plural, SESSIONS, showNumber } from '#web/ground/format/plural.ts';

export const REMARK: Record<Remark, string> = {
  off_hours: 'вне рабочих часов',
  shifted: 'сдвинута переводом часов',
};

const SHIFTED: Forms = { one: REMARK.shifted, few: 'сдвинуты переводом часов', many: 'сдвинуты переводом часов' };
const TAKEN: Forms = { one: 'занята', few: 'заняты', many: 'заняты' };
const DAYS_OFF: Forms = { one: 'выходной', few: 'выходных', many: 'выходных' };
const UNDECIDED: Forms = { one: 'требует решения', few: 'требуют решения', many: 'требуют решения' };

/** «26 сессий, 2 требуют решения» */
export function showUndecided(occurrences: readonly Occurrence[], undecided: number): string {
  const all = counted(occurrences.length, SESSIONS);
  if (undecided > 0) return `${all}, ${showNumber(undecided)}\u00A0${plural(undecided, UNDECIDED)}`;
  return occurrences.every(({ verdict }) => verdict === 'free') ? `${all}, всё свободно` : `${all}, всё решено`;
}

/** «3 заняты, 1 выходной, 2 вне рабочих часов»; '' if there are no conflicts. */
export function showVerdicts(occurrences: readonly Occurrence[]): string {
  const count = (holds: (occurrence: Occurrence) => boolean, words: Forms) => {
    const found = occurrences.filter(holds).length;
    return found > 0 ? [`${showNumber(found)}\u00A0${plural(found, words)}`] : [];
  };
  const off = REMARK.off_hours;
  return [
    ...count(({ verdict }) => verdict === 'taken', TAKEN),
    ...count(({ verdict }) => verdict === 'day_off', DAYS_OFF),
    ...count(({ remarks }) => remarks.includes('off_hours'), { one: off, few: off, many: off }),
    ...count(({ remarks }) => remarks.includes('shifted'), SHIFTED),
  ].join(', ');
}

/** «Занято: Ибрагимов Тимур», «Занято новой заявкой: Марина Левченко», «Выходной» */
export function showCause({ verdict, with: met }: Occurrence): string {
  if (verdict === 'day_off') return 'Выходной';
  const taken = met?.kind === 'booking' ? 'Занято новой заявкой' : 'Занято';
  return met?.name ? `${taken}: ${isolated(met.name)}` : taken;
}
