import { DEFAULT_HOURS } from '#domain/availability/default-hours.ts';
import { dayMistake, type DayOfWeek, MONDAY_FIRST, type WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { WEEKDAYS } from '#web/ground/format/weekdays.ts';
import { minutesOf, readWallEnd, readWallTime, wallTimeOf } from '#domain/time/wall-time.ts';

/** 'Понедельник' */
export function weekdayName(day: DayOfWeek): string {
  const full = WEEKDAYS[MONDAY_FIRST.indexOf(day)]?.full ?? '';
  return `${full.charAt(0).toUpperCase()}${full.slice(1)}`;
}

/** Seven rows, Monday first; a weekday without stored hours is off, with the default hours. */
export function weekForm(stored: readonly WeekdayHours[]): WeekdayHours[] {
  return MONDAY_FIRST.map((day) => {
    const found = stored.find((hours) => hours.day_of_week === day);
    return {
      day_of_week: day,
      start_time: found?.start_time || DEFAULT_HOURS.start,
      end_time: found?.end_time || DEFAULT_HOURS.end,
      is_available: found?.is_available ?? false,
      breaks: found?.breaks ?? [],
    };
  });
}

/** Whether Monday's hours can be copied to a day: Monday must be a working day, and the two must differ. */
export function differsFrom(monday: WeekdayHours, day: WeekdayHours): boolean {
  return monday.is_available && showDay(tidy(day)) !== showDay(tidy(monday));
}

/** The error in a row; null if it can be saved. Accepts times in any typed form. */
export function problemOf(day: WeekdayHours): { field: 'hours' | 'breaks'; text: string } | null {
  if (!day.is_available) return null;
  const mistake = dayMistake(tidy(day));
  return mistake && { field: mistake.field === 'breaks' ? 'breaks' : 'hours', text: mistake.text };
}

/** The row with normalised times; on an off day an invalid time falls back to the default, so that it can be stored. */
export function tidy<Day extends WeekdayHours>(day: Day): Day {
  const typed = (text: string, otherwise: string) => (day.is_available ? text : otherwise);
  const begin = (text: string, otherwise: string) => readWallTime(text) ?? typed(text, otherwise);
  const finish = (text: string, otherwise: string) => readWallEnd(text) ?? typed(text, otherwise);
  const breaks = day.breaks.map(({ start, end }) => ({ start: begin(start, ''), end: finish(end, '') }));
  return {
    ...day,
    start_time: begin(day.start_time, DEFAULT_HOURS.start),
    end_time: finish(day.end_time, DEFAULT_HOURS.end),
    breaks: day.is_available ? breaks : breaks.filter(({ start, end }) => start && end),
  };
}

/** '09:00–18:00, перерыв 13:00–14:00', 'Выходной' */
export function showDay({ is_available, start_time, end_time, breaks }: WeekdayHours): string {
  if (!is_available) return 'Выходной';
  return [`${start_time}–${end_time}`, ...breaks.map(({ start, end }) => `перерыв ${start}–${end}`)].join(', ');
}

/** The default for a new break: an hour at midday, or after the last break, if it fits within the hours. */
export function suggestBreak(day: WeekdayHours): { start: string; end: string } {
  const start = minutesOf(readWallTime(day.start_time) ?? DEFAULT_HOURS.start);
  const end = minutesOf(readWallEnd(day.end_time) ?? DEFAULT_HOURS.end);
  const taken = Math.max(start, ...day.breaks.map((pause) => minutesOf(readWallEnd(pause.end) ?? DEFAULT_HOURS.start)));
  const noon = 13 * 60;
  const middle = start < noon && noon + 60 < end ? noon : Math.floor((start + end) / 120) * 60;
  const from = day.breaks.length === 0 ? middle : Math.min(taken + 60, Math.max(taken, end - 60));
  const clamp = (minutes: number, most: number) => wallTimeOf(Math.max(0, Math.min(minutes, most)));
  return { start: clamp(from, 23 * 60 + 59), end: clamp(from + 60, 24 * 60) };
}

/** The working spans of a day as fractions of the bar from 08:00 to 22:00; hours outside it are clipped. */
export function barSpans(day: WeekdayHours): { from: number; to: number }[] {
  if (!day.is_available || problemOf(day)) return [];
  const { start_time, end_time, breaks } = tidy(day);
  const spans: { from: number; to: number }[] = [];
  let from = minutesOf(start_time);
  for (const pause of breaks.toSorted((a, b) => a.start.localeCompare(b.start))) {
    spans.push({ from, to: minutesOf(pause.start) });
    from = minutesOf(pause.end);
  }
  spans.push({ from, to: minutesOf(end_time) });
  const share = (minutes: number) => Math.max(0, Math.min(1, (minutes - 8 * 60) / (14 * 60)));
  return spans.map((span) => ({ from: share(span.from), to: share(span.to) })).filter((span) => span.to > span.from);
}
