import type { DayOff } from '#domain/profiles/profile.ts';

/** Returns the days off that `after` adds to `before`, from today on, by date. */
export function newDaysOff(before: readonly DayOff[], after: readonly DayOff[], today: Temporal.PlainDate): DayOff[] {
  const past = { from: '0000-01-01', to: dayFrom(today.toString(), -1) };
  return [past, ...before]
    .reduce<readonly DayOff[]>((left, taken) => left.flatMap((range) => without(range, taken)), after)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

/** Whether a day ('YYYY-MM-DD') lies in one of the ranges. */
export function isOff(day: string, ranges: readonly DayOff[]): boolean {
  return ranges.some(({ from, to }) => from <= day && day <= to);
}

function without(range: DayOff, { from, to }: DayOff): DayOff[] {
  if (to < range.from || range.to < from) return [range];
  return [
    { from: range.from, to: dayFrom(from, -1) },
    { from: dayFrom(to, 1), to: range.to },
  ].filter((part) => part.from <= part.to);
}

function dayFrom(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}
