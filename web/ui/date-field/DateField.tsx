import '@mantine/core/styles/Popover.layer.css';
import { Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { showDate } from '#web/ground/format/dates.ts';
import { readTypedDate } from '#web/ground/format/typed-date.ts';
import { MonthTable } from '#web/ui/base/MonthTable.tsx';
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
  const phone = useIsPhone();
  const date = value ? Temporal.PlainDate.from(value) : null;
  /** The text while it is being typed; otherwise the date, printed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const [month, setMonth] = useState((date ?? today).toPlainYearMonth());

  const open = () => {
    if (!opened) setMonth((date ?? today).toPlainYearMonth());
    setOpened(true);
  };
  const type = (text: string) => {
    setTyped(text);
    const read = text.trim() ? readTypedDate(text, today) : '';
    if (read) setMonth(Temporal.PlainDate.from(read).toPlainYearMonth());
    if (read !== null) onChange(read);
  };
  return (
    <Popover
      opened={opened}
      position="bottom-start"
      withRoles={false}
      classNames={{ dropdown: classes.dropdown ?? '' }}
    >
      <Popover.Target>
        <TextInput
          label={label}
          value={typed ?? (date ? showDate(date) : '')}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={open}
          onBlur={() => {
            setTyped(null);
            setOpened(false);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') open();
            if (event.key === 'Escape') setOpened(false);
          }}
          // The dialog around the field must ignore this Esc.
          data-mantine-stop-propagation={opened || undefined}
          // On a phone the month must not be covered by the on-screen keyboard; a hardware keyboard still types.
          inputMode={phone ? 'none' : 'numeric'}
          error={error}
          leftSection={<IconCalendar aria-hidden size={18} stroke={1.6} />}
          leftSectionPointerEvents="none"
          classNames={
            quiet ? { label: 'visually-hidden', input: classes.quiet ?? '', section: classes.quietSign ?? '' } : {}
          }
        />
      </Popover.Target>
      {/* The field keeps the focus. */}
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <div className={classes.month}>
          <MonthTable
            month={month}
            today={today}
            selected={value}
            entry={month.toPlainDate({ day: 1 })}
            onMonth={setMonth}
            onSelect={(chosen) => {
              setTyped(null);
              setOpened(false);
              onChange(chosen);
            }}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
