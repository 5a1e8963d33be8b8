import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ru';
import { DateInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { readTypedDate } from '#web/ground/format/typed-date.ts';
import classes from '#web/ui/date-field/DateField.module.css';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';

interface DateFieldProps {
  label: string;
  /** 'YYYY-MM-DD'; '' for none. */
  value: string;
  onChange: (value: string) => void;
  /** Today in the practitioner's zone, which can differ from the browser's day. */
  today: Temporal.PlainDate;
  error?: string | undefined;
  /** Without visible label and border, for a sheet of paper; screen readers still read the label. */
  quiet?: boolean;
}

/** A date to type, or to choose from a month that opens when the field is pressed. */
export function DateField({ label, value, onChange, today, error, quiet = false }: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const phone = useIsPhone();
  const [opened, setOpened] = useState(false);
  return (
    <DateInput
      ref={input}
      label={label}
      value={value || null}
      onChange={(date) => {
        // Pressing the chosen day again keeps it; emptying the field clears the date.
        if (date !== null || input.current?.value.trim() === '') onChange(date ?? '');
      }}
      allowDeselect
      onClick={() => setOpened(true)}
      onBlur={() => setOpened(false)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') setOpened(true);
        if (event.key === 'Escape') setOpened(false);
      }}
      getDayProps={(date) => ({
        onClick: () => setOpened(false),
        'data-now': date === today.toString() || undefined,
      })}
      // The dialog around the field must ignore this Esc.
      data-mantine-stop-propagation={opened || undefined}
      dateParser={(text) => readTypedDate(text, today)}
      valueFormat="DD.MM.YYYY"
      locale="ru"
      firstDayOfWeek={1}
      weekendDays={[0, 6]}
      // On a phone the month must not be covered by the on-screen keyboard; a hardware keyboard still types.
      inputMode={phone ? 'none' : 'numeric'}
      autoComplete="off"
      error={error}
      leftSection={<IconCalendar aria-hidden size={18} stroke={1.6} />}
      leftSectionPointerEvents="none"
      ariaLabels={{
        previousMonth: 'Предыдущий месяц',
        nextMonth: 'Следующий месяц',
        previousYear: 'Предыдущий год',
        nextYear: 'Следующий год',
        previousDecade: 'Предыдущее десятилетие',
        nextDecade: 'Следующее десятилетие',
      }}
      popoverProps={{ opened, classNames: { dropdown: classes.dropdown ?? '' }, position: 'bottom-start' }}
      classNames={{
        ...(quiet && { label: 'visually-hidden', input: classes.quiet ?? '', section: classes.quietSign ?? '' }),
        day: classes.day ?? '',
        weekday: classes.weekday ?? '',
        calendarHeader: classes.header ?? '',
      }}
    />
  );
}
