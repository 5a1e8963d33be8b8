import { minutesOf, WALL_END, WALL_TIME, type WallTime } from '#domain/time/wall-time.ts';

/** 0 = Sunday … 6 = Saturday, as stored (specification §3). */
export type DayOfWeek = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The order in which a week is shown. */
export const MONDAY_FIRST: readonly DayOfWeek[] = [1, 2, 3, 4, 5, 6, 0];

export const MOST_BREAKS = 12;

export const AVAILABILITY_TEXT = {
  noTime: 'Укажите время в виде ЧЧ:ММ',
  endBeforeStart: 'Время окончания должно быть позже времени начала',
  breakOutside: 'Перерыв должен быть внутри рабочих часов',
  breaksOverlap: 'Перерывы не должны пересекаться',
  manyBreaks: `Не больше ${MOST_BREAKS} перерывов`,
} as const;

/** The fields of one weekday as stored: wall times of the practitioner's zone; an end may be '24:00'. */
export interface WeekdayHours {
  day_of_week: number;
  start_time: WallTime;
  end_time: WallTime;
  is_available: boolean;
  breaks: { start: WallTime; end: WallTime }[];
}

export interface HoursMistake {
  field: 'start_time' | 'end_time' | 'breaks';
  text: string;
}

/** Returns the first mistake of a day whose times may be mistyped; null where it can be stored. */
export function dayMistake(day: WeekdayHours): HoursMistake | null {
  if (!WALL_TIME.test(day.start_time)) return { field: 'start_time', text: AVAILABILITY_TEXT.noTime };
  if (!WALL_END.test(day.end_time)) return { field: 'end_time', text: AVAILABILITY_TEXT.noTime };
  if (day.breaks.some(({ start, end }) => !WALL_TIME.test(start) || !WALL_END.test(end))) {
    return { field: 'breaks', text: AVAILABILITY_TEXT.noTime };
  }
  if (day.breaks.length > MOST_BREAKS) return { field: 'breaks', text: AVAILABILITY_TEXT.manyBreaks };
  return hoursMistake(day);
}

/**
 * Returns what is wrong between the fields: on available days the end is later than the start and every break lies
 * inside, apart from the others; what an off day holds is kept for when it is switched on again. Throws a RangeError for
 * what is no wall time.
 */
export function hoursMistake(day: WeekdayHours): HoursMistake | null {
  if (!day.is_available) return null;
  const [start, end] = [minutesOf(day.start_time), minutesOf(day.end_time)];
  if (end <= start) return { field: 'end_time', text: AVAILABILITY_TEXT.endBeforeStart };
  const breaks = day.breaks
    .map((pause) => ({ start: minutesOf(pause.start), end: minutesOf(pause.end) }))
    .toSorted((a, b) => a.start - b.start);
  let previousEnd = start;
  for (const pause of breaks) {
    if (pause.end <= pause.start) return { field: 'breaks', text: AVAILABILITY_TEXT.endBeforeStart };
    if (pause.start < start || pause.end > end) return { field: 'breaks', text: AVAILABILITY_TEXT.breakOutside };
    if (pause.start < previousEnd) return { field: 'breaks', text: AVAILABILITY_TEXT.breaksOverlap };
    previousEnd = pause.end;
  }
  return null;
}
