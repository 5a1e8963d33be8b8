import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ru';
import { DateInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { readTypedDate } from '#web/format/typed-date.ts';
import classes from '#web/ui/date-field/DateField.module.css';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';

interface DateFieldProps {
  label: string;
  /** 'YYYY-MM-DD'; '' for none. */
  value: string;
  onChange: (value: string) => void;
  /** Today on the practitioner's calendar, which may be another day than the browser's. */
  today: Temporal.PlainDate;
  error?: string | undefined;
  /** Without label and border, for a sheet of paper; the label is only heard. */
  quiet?: boolean;
}

/** A date that is typed, or chosen from a month that opens when the field is pressed. */
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
        // Pressing the chosen day again leaves it chosen; an emptied field means none.
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
      // The dialog around it leaves this Esc alone.
      data-mantine-stop-propagation={opened || undefined}
      dateParser={(text) => readTypedDate(text, today)}
      valueFormat="DD.MM.YYYY"
      locale="ru"
      firstDayOfWeek={1}
      weekendDays={[0, 6]}
      // Without a keyboard in front of it the month is all there; a keyboard of one's own types all the same.
      inputMode={phone ? 'none' : 'numeric'}
      autoComplete="off"
      error={error}
      leftSection={<IconCalendar aria-hidden size={18} stroke={1.6} />}
      leftSectionPointerEvents="none"
      ariaLabels={{
        previousMonth: 'Предыдущий месяц',
        nextMonth: 'Следующий месяц',
        monthLevelControl: 'Выбрать месяц',
        previousYear: 'Предыдущий год',
        nextYear: 'Следующий год',
        yearLevelControl: 'Выбрать год',
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
