import '@mantine/core/styles/Popover.layer.css';
import { ActionIcon, Popover } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { capital, showMonthName } from '#web/ground/format/dates.ts';
import classes from '#web/practice/calendar/MonthChoice.module.css';

interface MonthChoiceProps {
  opened: boolean;
  /** The month that is shown. */
  month: Temporal.PlainYearMonth;
  onChoose: (month: Temporal.PlainYearMonth) => void;
  onClose: () => void;
}

/** The months of a year under the calendar's title, and other years, to reach a distant month in a few presses. */
export function MonthChoice({ opened, month, onChoose, onClose }: MonthChoiceProps) {
  const [year, setYear] = useState(month.year);
  const months = Array.from({ length: 12 }, (_, index) => Temporal.PlainYearMonth.from({ year, month: index + 1 }));
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && onClose()}
      position="bottom-start"
      withRoles={false}
      trapFocus
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Месяц и&nbsp;год">
        <div className="spread below-2">
          <ActionIcon aria-label="Предыдущий год" onClick={() => setYear(Math.max(1900, year - 1))}>
            <IconChevronLeft aria-hidden size={20} stroke={1.6} />
          </ActionIcon>
          <span className="lead" aria-live="polite">
            {year}
          </span>
          <ActionIcon aria-label="Следующий год" onClick={() => setYear(Math.min(2200, year + 1))}>
            <IconChevronRight aria-hidden size={20} stroke={1.6} />
          </ActionIcon>
        </div>
        <div className={classes.months}>
          {months.map((one) => (
            <button
              key={one.month}
              type="button"
              className={classes.month}
              aria-pressed={one.equals(month)}
              data-autofocus={one.month === month.month || undefined}
              onClick={() => onChoose(one)}
            >
              {capital(showMonthName(one))}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
