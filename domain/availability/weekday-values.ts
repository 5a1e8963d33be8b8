import { z } from 'zod';
import { AVAILABILITY_TEXT, hoursMistake, MOST_BREAKS, type WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { WALL_END, WALL_TIME } from '#domain/time/wall-time.ts';

const wallTime = z.string().regex(WALL_TIME, { error: AVAILABILITY_TEXT.noTime, abort: true });
const wallEnd = z.string().regex(WALL_END, { error: AVAILABILITY_TEXT.noTime, abort: true });

export const breakSchema = z.object({ start: wallTime, end: wallEnd });

/** The fields of one weekday as stored. */
export const weekdayFields = z.object({
  day_of_week: z.int().min(0).max(6),
  start_time: wallTime,
  end_time: wallEnd,
  is_available: z.boolean(),
  breaks: z.array(breakSchema).max(MOST_BREAKS, AVAILABILITY_TEXT.manyBreaks),
});

/** The rule between the fields. */
export function checkHours(day: WeekdayHours, context: z.RefinementCtx): void {
  const mistake = hoursMistake(day);
  if (mistake) context.addIssue({ code: 'custom', path: [mistake.field], message: mistake.text });
}

export const weekdayHours = weekdayFields.superRefine(checkHours);
