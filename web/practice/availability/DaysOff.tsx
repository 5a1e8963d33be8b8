import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import {
  dayOffProblem,
  type DayOffRow,
  MOST_DAYS_OFF,
  showDayOff,
  withRow,
} from '#web/practice/availability/rules-form.ts';
import classes from '#web/practice/availability/VisitorRulesSection.module.css';
import { DateField } from '#web/ui/date-field/DateField.tsx';

interface DaysOffProps {
  rows: readonly DayOffRow[];
  today: Temporal.PlainDate;
  onChange: (rows: DayOffRow[]) => void;
}

/** Days without visitors: single dates and ranges. */
export function DaysOff({ rows, today, onChange }: DaysOffProps) {
  const id = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const change = (key: number, changes: Partial<DayOffRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  const remove = (key: number) => {
    onChange(rows.filter((row) => row.key !== key));
    addButton.current?.focus();
  };
  return (
    <div role="group" aria-labelledby={id} className="above-6">
      <h3 id={id} className="label medium">
        Выходные дни и&nbsp;отпуск
      </h3>
      <p className="small secondary below-3">
        {rows.length === 0 && 'Пока не\u00A0отмечены. '}В&nbsp;эти дни посетители не&nbsp;видят свободного времени.
      </p>
      {rows.map((row, index) => {
        const problem = dayOffProblem(row);
        return (
          <div key={row.key} role="group" aria-label={`Период ${index + 1}`} className={classes.range}>
            <DateField
              label="Первый день"
              value={row.from}
              today={today}
              error={problem?.field === 'from' ? problem.text : undefined}
              onChange={(from) => change(row.key, { from })}
              // Saving after the first date would store a vacation of one day.
              onEnter={(input) => input.closest('[role=group]')?.querySelectorAll('input')[1]?.focus()}
            />
            <DateField
              label="Последний день"
              value={row.to}
              today={today}
              error={problem?.field === 'to' ? problem.text : undefined}
              onChange={(to) => change(row.key, { to })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              className={classes.remove ?? ''}
              aria-label={`Убрать период ${index + 1}`}
              onClick={() => remove(row.key)}
            >
              <IconX aria-hidden size={18} stroke={1.6} />
            </ActionIcon>
            {!problem && <p className={classes.when}>{showDayOff(row)}</p>}
          </div>
        );
      })}
      <Button
        ref={addButton}
        variant="default"
        className={classes.add ?? ''}
        leftSection={<IconPlus aria-hidden size={18} stroke={1.6} />}
        disabled={rows.length >= MOST_DAYS_OFF}
        onClick={() => onChange(withRow(rows))}
      >
        Добавить дни
      </Button>
    </div>
  );
}
