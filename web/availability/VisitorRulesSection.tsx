import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Select } from '@mantine/core';
import { useId } from 'react';
import {
  AHEAD_CHOICES,
  BUFFER_CHOICES,
  NOTICE_CHOICES,
  type RulesForm,
  showAhead,
  showBuffer,
  showNotice,
} from '#web/availability/rules-form.ts';
import { DaysOff } from '#web/availability/DaysOff.tsx';
import classes from '#web/availability/VisitorRulesSection.module.css';
import { Sheet } from '#web/ui/page/CardGrid.tsx';

interface VisitorRulesSectionProps {
  rules: RulesForm;
  /** Today in the practitioner's zone. */
  today: Temporal.PlainDate;
  onChange: (changed: Partial<RulesForm>) => void;
}

/** The rules for visitors in addition to the weekly hours; existing requests stay as they are. */
export function VisitorRulesSection({ rules, today, onChange }: VisitorRulesSectionProps) {
  const id = useId();
  return (
    <Sheet className={classes.rules} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        Правила записи
      </h2>
      <div className={classes.choices}>
        <LengthSelect
          label="Запись заранее"
          choices={NOTICE_CHOICES}
          show={showNotice}
          value={rules.min_notice_minutes}
          onChange={(min_notice_minutes) => onChange({ min_notice_minutes })}
        />
        <LengthSelect
          label="Запись открыта"
          choices={AHEAD_CHOICES}
          show={showAhead}
          value={rules.max_days_ahead}
          onChange={(max_days_ahead) => onChange({ max_days_ahead })}
        />
        <LengthSelect
          label="Перерыв между сессиями"
          choices={BUFFER_CHOICES}
          show={showBuffer}
          value={rules.buffer_minutes}
          onChange={(buffer_minutes) => onChange({ buffer_minutes })}
        />
      </div>
      <DaysOff rows={rules.days_off} today={today} onChange={(days_off) => onChange({ days_off })} />
    </Sheet>
  );
}

interface LengthSelectProps {
  label: string;
  choices: readonly number[];
  show: (value: number) => string;
  value: number;
  onChange: (value: number) => void;
}

/** One of a few lengths; a stored length outside them stays as an extra choice. */
function LengthSelect({ label, choices, show, value, onChange }: LengthSelectProps) {
  const all = [...new Set([...choices, value])].toSorted((a, b) => a - b);
  return (
    <Select
      label={label}
      data={all.map((choice) => ({ value: String(choice), label: show(choice) }))}
      value={String(value)}
      onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
    />
  );
}
