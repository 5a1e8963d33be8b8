import { z } from 'zod';
import { minutesOf, WALL_TIME } from '#domain/time/wall-time.ts';

/** 0 = Sunday … 6 = Saturday, as stored (specification §3). */
export type DayOfWeek = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The order in which a week is shown. */
export const MONDAY_FIRST: readonly DayOfWeek[] = [1, 2, 3, 4, 5, 6, 0];

export const AVAILABILITY_TEXT = {
  endBeforeStart: 'Время окончания должно быть позже времени начала',
  breakOutside: 'Перерыв должен быть внутри рабочих часов',
  breaksOverlap: 'Перерывы не должны пересекаться',
} as const;

const wallTime = z.string().regex(WALL_TIME, { error: 'Укажите время в виде ЧЧ:ММ', abort: true });

export const breakSchema = z.object({ start: wallTime, end: wallTime });

/** The fields of one weekday as stored: wall times of the practitioner's zone. */
export const weekdayFields = z.object({
  day_of_week: z.int().min(0).max(6),
  start_time: wallTime,
  end_time: wallTime,
  is_available: z.boolean(),
  breaks: z.array(breakSchema).max(12, 'Не больше 12 перерывов'),
});

export type WeekdayHours = z.infer<typeof weekdayFields>;

/**
 * The rule between the fields: on available days the end is later than the start and every break lies inside, apart from
 * the others; what an off day holds is kept for when it is switched on again.
 */
export function checkHours(day: WeekdayHours, context: z.RefinementCtx): void {
  if (!day.is_available) return;
  const refuse = (path: 'end_time' | 'breaks', message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const start = minutesOf(day.start_time);
  const end = minutesOf(day.end_time);
  if (end <= start) return refuse('end_time', AVAILABILITY_TEXT.endBeforeStart);
  const breaks = day.breaks
    .map((pause) => ({ start: minutesOf(pause.start), end: minutesOf(pause.end) }))
    .toSorted((a, b) => a.start - b.start);
  let previousEnd = start;
  for (const pause of breaks) {
    if (pause.end <= pause.start) return refuse('breaks', AVAILABILITY_TEXT.endBeforeStart);
    if (pause.start < start || pause.end > end) return refuse('breaks', AVAILABILITY_TEXT.breakOutside);
    if (pause.start < previousEnd) return refuse('breaks', AVAILABILITY_TEXT.breaksOverlap);
    previousEnd = pause.end;
  }
}

export const weekdayHours = weekdayFields.superRefine(checkHours);
