import { type DayOfWeek, MONDAY_FIRST, type WeekdayHours } from '#domain/availability/weekly-hours.ts';
import type { Mistake, Rule } from '#domain/rule.ts';
import { VISIT_DEFAULTS } from '#domain/visits/visit-rules.ts';
import { PUBLIC_PHONE_RULE } from '#domain/visits/public-phone.ts';
import type { AvailabilityRecord } from '#web/practice/availability/queries.ts';
import {
  dayOffProblem,
  daysOffOf,
  type RulesForm,
  rowsOf,
  rulesForm,
  showAhead,
  showBuffer,
  showDaysOff,
  withPast,
  showNotice,
  type VisitorRules,
} from '#web/practice/availability/rules-form.ts';
import { LATE_WORDS, showLead, showMoves } from '#web/practice/availability/visit-words.ts';
import { problemOf, showDay, tidy, weekdayName, weekForm } from '#web/practice/availability/week-form.ts';
import { type Completion, isLike } from '#web/practice/record-form/changed-fields.ts';
import type { FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';

type DayField = `day_${DayOfWeek}`;

/** The whole screen as one form: a field for each weekday, merged separately, and the visitors' rules. */
export interface HoursForm extends RulesForm, Record<DayField, WeekdayHours> {}

/** The stored records that the form is built from. */
export interface StoredHours {
  week: readonly AvailabilityRecord[];
  /** Contains the rules. */
  profile: VisitorRules & { id: string };
}

export function dayField(dayOfWeek: number): DayField {
  return `day_${dayOfWeek as DayOfWeek}`;
}

function perDay<Value>(valueOf: (day: DayOfWeek) => Value): Record<DayField, Value> {
  return Object.fromEntries(MONDAY_FIRST.map((day) => [dayField(day), valueOf(day)])) as Record<DayField, Value>;
}

export function hoursForm({ week, profile }: StoredHours, today: Temporal.PlainDate): HoursForm {
  const days = weekForm(week).map((day) => [dayField(day.day_of_week), day]);
  return { ...(Object.fromEntries(days) as Record<DayField, WeekdayHours>), ...rulesForm(profile, today) };
}

const DAY_RULE: Rule<WeekdayHours> = { clean: tidy, checks: [(day) => mistakeOf(problemOf(day))] };

/** The rules for saving: times and rows of days off are normalised. Fields that are only chosen need no rule. */
export const HOURS_RULES: Completion<HoursForm>['rules'] = {
  ...perDay(() => DAY_RULE),
  days_off: {
    clean: (rows) => rowsOf(daysOffOf(rows)),
    checks: [(rows) => mistakeOf(rows.map(dayOffProblem).find(Boolean))],
  },
  public_phone: PUBLIC_PHONE_RULE,
};

function mistakeOf(problem: { text: string } | null | undefined): Mistake | null {
  return problem ? { code: 'custom', text: problem.text } : null;
}

/** A type guard for a draft from an earlier load of the page. */
export const isHoursFields = isLike<HoursForm>({
  ...perDay((day_of_week) => ({
    day_of_week,
    start_time: '',
    end_time: '',
    is_available: true,
    breaks: [{ start: '', end: '' }],
  })),
  min_notice_minutes: 0,
  max_days_ahead: 0,
  buffer_minutes: 0,
  days_off: [{ key: 0, from: '', to: '' }],
  ...VISIT_DEFAULTS,
});

/** The name and value of a day or a rule in the notice about a change from another window. */
export const HOURS_WORDS: FormWords<HoursForm> = {
  ...perDay((day) => ({
    what: weekdayName(day).toLowerCase(),
    show: (stored: HoursForm) => showDay(stored[dayField(day)]),
  })),
  min_notice_minutes: { what: 'запись заранее', show: ({ min_notice_minutes }) => showNotice(min_notice_minutes) },
  max_days_ahead: { what: 'срок записи', show: ({ max_days_ahead }) => showAhead(max_days_ahead) },
  buffer_minutes: { what: 'перерыв между сессиями', show: ({ buffer_minutes }) => showBuffer(buffer_minutes) },
  days_off: { what: 'выходные дни и\u00A0отпуск', show: ({ days_off }) => showDaysOff(days_off) },
  cancel_hours: { what: 'срок отмены', show: ({ cancel_hours }) => showLead(cancel_hours) },
  move_hours: { what: 'срок переноса', show: ({ move_hours }) => showLead(move_hours) },
  max_moves: { what: 'число переносов', show: ({ max_moves }) => showMoves(max_moves) },
  late_cancel: { what: 'поздняя отмена', show: ({ late_cancel }) => LATE_WORDS[late_cancel].label },
  public_phone: { what: 'телефон для\u00A0клиентов' },
};

/** The request body for the changes of the screen. Weekdays that were never stored are included as shown. */
export function savedHours(changes: Partial<HoursForm>, { week, profile }: StoredHours, today: Temporal.PlainDate) {
  const { days_off, ...rules } = changes;
  for (const day of MONDAY_FIRST) delete rules[dayField(day)];
  return {
    days: weekForm(week).flatMap((shown) => {
      const changed = changes[dayField(shown.day_of_week)];
      const id = week.find(({ day_of_week }) => day_of_week === shown.day_of_week)?.id ?? null;
      return changed || id === null ? [{ ...(changed ?? shown), id }] : [];
    }),
    rules: {
      ...rules,
      ...(days_off && { days_off: withPast(daysOffOf(days_off), profile.days_off, today) }),
    } satisfies Partial<VisitorRules>,
  };
}
