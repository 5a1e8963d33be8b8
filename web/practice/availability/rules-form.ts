import { type DayOff, dayOffMistake } from '#domain/profiles/profile.ts';
import { capital, showDate, showWeekday } from '#web/ground/format/dates.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { NO_SUCH_DATE } from '#web/ground/format/typed-date.ts';
import { counted, DAYS, HOURS, MINUTES } from '#web/ground/format/plural.ts';
import type { ProfileRecord } from '#web/practice/own-profile/queries.ts';

export const RULE_FIELDS = [
  'min_notice_minutes',
  'max_days_ahead',
  'buffer_minutes',
  'days_off',
  'cancel_hours',
  'move_hours',
  'max_moves',
  'late_cancel',
  'public_phone',
] as const satisfies readonly (keyof ProfileRecord)[];

/** The practitioner's rules for visitors, as the profile stores them. */
export type VisitorRules = Pick<ProfileRecord, (typeof RULE_FIELDS)[number]>;

/** The rules while they are edited: either date of a row of days off can still be missing. */
export interface RulesForm extends Omit<VisitorRules, 'days_off'> {
  days_off: DayOffRow[];
}

export interface DayOffRow {
  /** Identifies the row while it is edited. */
  key: number;
  /** 'YYYY-MM-DD'; '' while it is missing. */
  from: string;
  /** '' for a single day. */
  to: string;
}

/** The most ranges that the profile stores. */
export const MOST_DAYS_OFF = 366;

const HOUR = 60;
const DAY = 24 * HOUR;

export const NOTICE_CHOICES = [0, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY];
export const AHEAD_CHOICES = [7, 14, 30, 60, 90, 180, 365];
export const BUFFER_CHOICES = [0, 5, 10, 15, 20, 30, 45, 60];

/** The form values of the stored rules. Past days off are not shown but stay stored, see `withPast`. */
export function rulesForm(stored: VisitorRules, today: Temporal.PlainDate): RulesForm {
  const { min_notice_minutes, max_days_ahead, buffer_minutes, days_off } = stored;
  const { cancel_hours, move_hours, max_moves, late_cancel, public_phone } = stored;
  const upcoming = days_off.filter((range) => range.to >= today.toString());
  return {
    min_notice_minutes,
    max_days_ahead,
    buffer_minutes,
    days_off: rowsOf(upcoming),
    cancel_hours,
    move_hours,
    max_moves,
    late_cancel,
    public_phone,
  };
}

/** The rows in which days off are edited, by date. */
export function rowsOf(daysOff: readonly DayOff[]): DayOffRow[] {
  return daysOff
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .map(({ from, to }, key) => ({ key, from, to: to === from ? '' : to }));
}

/** The days off in the rows; a row without dates is ignored. */
export function daysOffOf(rows: readonly DayOffRow[]): DayOff[] {
  return rows
    .filter(({ from, to }) => from || to)
    .map(({ from, to }) => ({ from, to: to || from }))
    .toSorted((a, b) => a.from.localeCompare(b.from));
}

/** Adds the stored past days off; if there are more than the profile can store, the oldest are dropped. */
export function withPast(upcoming: readonly DayOff[], stored: readonly DayOff[], today: Temporal.PlainDate): DayOff[] {
  const past = stored.filter(({ to }) => to < today.toString()).toSorted((a, b) => a.from.localeCompare(b.from));
  return [...past.slice(Math.max(0, past.length + upcoming.length - MOST_DAYS_OFF)), ...upcoming];
}

/** The first error in a row of days off; null if it is valid. */
export function dayOffProblem({ from, to }: DayOffRow): { field: 'from' | 'to'; text: string } | null {
  if ([from, to].some((date) => date !== '' && !readIsoDate(date))) {
    return { field: from !== '' && !readIsoDate(from) ? 'from' : 'to', text: NO_SUCH_DATE };
  }
  if (!from) return to ? { field: 'from', text: 'Укажите первый день' } : null;
  const text = dayOffMistake({ from, to: to || from });
  return text === null ? null : { field: 'to', text };
}

/** Adds an empty row. */
export function withRow(rows: readonly DayOffRow[]): DayOffRow[] {
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
  return [...rows, { key, from: '', to: '' }];
}

/** 'Не позже чем за 2 часа', 'В любой момент' */
export function showNotice(minutes: number): string {
  return minutes === 0 ? 'В\u00A0любой момент' : `Не\u00A0позже чем за\u00A0${showLength(minutes)}`;
}

/** 'На 30 дней вперёд' */
export function showAhead(days: number): string {
  return `На\u00A0${counted(days, DAYS)} вперёд`;
}

/** '15 минут', 'Без перерыва' */
export function showBuffer(minutes: number): string {
  return minutes === 0 ? 'Без\u00A0перерыва' : showLength(minutes);
}

/** '30.12.2030–08.01.2031, 20.02.2031' */
export function showDaysOff(rows: readonly DayOffRow[]): string {
  const show = (date: string) => {
    const day = readIsoDate(date);
    return day ? showDate(day) : date;
  };
  return rows.map(({ from, to }) => [from, to].filter(Boolean).map(show).join('–')).join(', ');
}

/** 'Пятница', 'Понедельник – среда, 3 дня'; empty without a first day. */
export function showDayOff({ from, to }: DayOffRow): string {
  if (!from) return '';
  const first = Temporal.PlainDate.from(from);
  const last = Temporal.PlainDate.from(to || from);
  if (first.equals(last)) return capital(showWeekday(first));
  return `${capital(showWeekday(first))}\u00A0– ${showWeekday(last)}, ${counted(first.until(last).days + 1, DAYS)}`;
}

function showLength(minutes: number): string {
  if (minutes % DAY === 0) return counted(minutes / DAY, DAYS);
  if (minutes % HOUR === 0) return counted(minutes / HOUR, HOURS);
  return counted(minutes, MINUTES);
}
