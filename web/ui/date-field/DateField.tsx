import { TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { showDate } from '#web/ground/format/dates.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { NO_SUCH_DATE, readTypedDate } from '#web/ground/format/typed-date.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import classes from '#web/ui/date-field/DateField.module.css';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';

const MonthPopover = lazyPart(async () => (await import('#web/ui/date-field/MonthPopover.tsx')).MonthPopover, {
  coming: null,
  isOpened: ({ opened }) => opened,
});

interface DateFieldProps {
  label: string;
  /** 'YYYY-MM-DD'; '' for none; the typed text itself if it is no date, so that no other date is saved instead. */
  value: string;
  onChange: (value: string) => void;
  /** Today in the practitioner's zone, which can differ from the browser's day. */
  today: Temporal.PlainDate;
  error?: string | undefined;
  /** Without visible label and border, for the sheet of a note; screen readers still read the label. */
  quiet?: boolean;
  /** What Enter does instead of submitting the form. */
  onEnter?: (input: HTMLInputElement) => void;
}

const over = (popover: ReactNode) => (input: ReactNode) => (
  <div className={classes.field}>
    {input}
    {popover}
  </div>
);

/** A date to type, or to choose from a month that opens when the field is pressed. */
export function DateField({ label, value, onChange, today, error, quiet = false, onEnter }: DateFieldProps) {
  const phone = useIsPhone();
  const date = readIsoDate(value);
  /** The text while it is being typed; otherwise the formatted date is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const impossible = value !== '' && !date && typed === null;
  const [month, setMonth] = useState((date ?? today).toPlainYearMonth());

  const open = () => {
    if (!opened) setMonth((date ?? today).toPlainYearMonth());
    setOpened(true);
  };
  const type = (text: string) => {
    setTyped(text);
    const read = readTypedDate(text, today);
    if (read) setMonth(Temporal.PlainDate.from(read).toPlainYearMonth());
    onChange(read ?? text.trim());
  };
  const popover = (
    <MonthPopover
      opened={opened}
      month={month}
      today={today}
      selected={value}
      onMonth={setMonth}
      onSelect={(chosen) => {
        setTyped(null);
        setOpened(false);
        onChange(chosen);
      }}
    />
  );
  return (
    <TextInput
      label={label}
      value={typed ?? (date ? showDate(date) : value)}
      onChange={(event) => type(event.currentTarget.value)}
      onClick={open}
      onBlur={() => {
        setTyped(null);
        setOpened(false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') open();
        if (event.key === 'Escape') setOpened(false);
        if (event.key === 'Enter' && onEnter) {
          event.preventDefault();
          onEnter(event.currentTarget);
        }
      }}
      // Keeps the dialog around the field open on Esc.
      data-mantine-stop-propagation={opened || undefined}
      // On a phone the on-screen keyboard would cover the month; a hardware keyboard still works.
      inputMode={phone ? 'none' : 'numeric'}
      error={impossible ? NO_SUCH_DATE : error}
      leftSection={<IconCalendar aria-hidden size={18} stroke={1.6} />}
      leftSectionPointerEvents="none"
      inputContainer={over(popover)}
      classNames={
        quiet ? { label: 'visually-hidden', input: classes.quiet ?? '', section: classes.quietSign ?? '' } : {}
      }
    />
  );
}
