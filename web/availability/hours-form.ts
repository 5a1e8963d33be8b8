import { z } from 'zod';
import { type DayOfWeek, MONDAY_FIRST, type WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { type RulesForm, rulesOf, sameRules, type VisitorRules } from '#web/availability/rules-form.ts';
import { type DayForm, sameWeek, tidy } from '#web/availability/week-form.ts';

export type DayField = `day_${DayOfWeek}`;

/** The whole screen as fields that are changed one by one: seven days and the rules for visitors. */
export interface HoursForm extends RulesForm, Record<DayField, WeekdayHours> {}

const day = z.object({
  day_of_week: z.int().min(0).max(6),
  start_time: z.string(),
  end_time: z.string(),
  is_available: z.boolean(),
  breaks: z.array(z.object({ start: z.string(), end: z.string() })),
});

const fields = z
  .object({
    day_0: day,
    day_1: day,
    day_2: day,
    day_3: day,
    day_4: day,
    day_5: day,
    day_6: day,
    min_notice_minutes: z.number(),
    max_days_ahead: z.number(),
    buffer_minutes: z.number(),
    days_off: z.array(z.object({ key: z.number(), from: z.string(), to: z.string() })),
  })
  .partial();

export function isHoursFields(value: unknown): value is Partial<HoursForm> {
  return fields.safeParse(value).success;
}

export function dayField(dayOfWeek: DayOfWeek): DayField {
  return `day_${dayOfWeek}`;
}

/** `week` has seven rows, Monday first. */
export function hoursForm(week: readonly DayForm[], rules: RulesForm): HoursForm {
  const of = (dayOfWeek: DayOfWeek): WeekdayHours => {
    const found = week[MONDAY_FIRST.indexOf(dayOfWeek)];
    if (!found) throw new RangeError('a week has seven days');
    return hoursOf(found);
  };
  const days = { day_0: of(0), day_1: of(1), day_2: of(2), day_3: of(3), day_4: of(4), day_5: of(5), day_6: of(6) };
  return { ...days, ...rules };
}

/** The rows of the screen; ids are those of what is stored now, whoever stored it. */
export function weekOf(form: HoursForm, stored: readonly DayForm[]): DayForm[] {
  return MONDAY_FIRST.map((dayOfWeek, index) => ({ ...form[dayField(dayOfWeek)], id: stored[index]?.id ?? null }));
}

/** A row of the screen as a change of the form. */
export function dayTyped(row: WeekdayHours): Partial<HoursForm> {
  return { [`day_${row.day_of_week}`]: hoursOf(row) };
}

/** Without the id, which is not the person's to change. */
function hoursOf({ day_of_week, start_time, end_time, is_available, breaks }: WeekdayHours): WeekdayHours {
  return { day_of_week, start_time, end_time, is_available, breaks };
}

export function rulesFormOf({ min_notice_minutes, max_days_ahead, buffer_minutes, days_off }: RulesForm): RulesForm {
  return { min_notice_minutes, max_days_ahead, buffer_minutes, days_off };
}

/** What of the screen differs from what is stored, as it is sent. */
export function hoursChanges(
  form: HoursForm,
  week: readonly DayForm[],
  rules: RulesForm,
): { days: DayForm[]; rules: Partial<VisitorRules> } {
  const days = weekOf(form, week).filter((row, index) => !sameWeek([row], week.slice(index, index + 1)));
  const [typed, stored] = [rulesOf(rulesFormOf(form)), rulesOf(rules)];
  return {
    days: days.map(tidy),
    rules: {
      ...(typed.min_notice_minutes !== stored.min_notice_minutes && { min_notice_minutes: typed.min_notice_minutes }),
      ...(typed.max_days_ahead !== stored.max_days_ahead && { max_days_ahead: typed.max_days_ahead }),
      ...(typed.buffer_minutes !== stored.buffer_minutes && { buffer_minutes: typed.buffer_minutes }),
      ...(!sameRules({ ...rules, days_off: form.days_off }, rules) && { days_off: typed.days_off }),
    },
  };
}

export function hasChanges({ days, rules }: ReturnType<typeof hoursChanges>): boolean {
  return days.length > 0 || Object.keys(rules).length > 0;
}
