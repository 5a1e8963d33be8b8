import { dayField, type HoursForm } from '#web/availability/hours-form.ts';
import { showAhead, showBuffer, showNotice } from '#web/availability/rules-form.ts';
import { WEEKDAY_NAME } from '#web/availability/week-form.ts';
import { MONDAY_FIRST, type WeekdayHours } from '#domain/availability/weekly-hours.ts';
import type { Drafting } from '#web/api/use-draft.ts';
import { showDate } from '#web/format/dates.ts';
import { ChangedElsewhere } from '#web/ui/draft/ChangedElsewhere.tsx';

interface HoursChangedElsewhereProps {
  draft: Drafting<HoursForm>;
  /** What stands there now. */
  stored: HoursForm;
}

/** Which days and rules were changed here and in another window alike. */
export function HoursChangedElsewhere({ draft, stored }: HoursChangedElsewhereProps) {
  return linesOf(stored)
    .filter(({ field }) => draft.elsewhere.includes(field))
    .map(({ field, what, now }) => (
      <ChangedElsewhere
        key={field}
        what={what}
        now={now}
        onMine={() => draft.insist([field])}
        onTheirs={() => draft.keepOnly((other) => other !== field)}
      />
    ));
}

function linesOf(stored: HoursForm): { field: keyof HoursForm; what: string; now: string }[] {
  return [
    ...MONDAY_FIRST.map((day) => ({
      field: dayField(day),
      what: WEEKDAY_NAME[day].toLowerCase(),
      now: showDay(stored[dayField(day)]),
    })),
    { field: 'min_notice_minutes', what: 'запись заранее', now: showNotice(stored.min_notice_minutes) },
    { field: 'max_days_ahead', what: 'срок записи', now: showAhead(stored.max_days_ahead) },
    { field: 'buffer_minutes', what: 'перерыв между сессиями', now: showBuffer(stored.buffer_minutes) },
    {
      field: 'days_off',
      what: 'выходные дни и\u00A0отпуск',
      now: stored.days_off.map(({ from, to }) => [from, to].filter(Boolean).map(showStored).join('–')).join(', '),
    },
  ];
}

function showDay({ is_available, start_time, end_time, breaks }: WeekdayHours): string {
  if (!is_available) return 'Выходной';
  const pauses = breaks.map(({ start, end }) => `перерыв ${start}–${end}`);
  return [`${start_time}–${end_time}`, ...pauses].join(', ');
}

function showStored(date: string): string {
  return showDate(Temporal.PlainDate.from(date));
}
