import { memo, useId } from 'react';
import {
  AHEAD_CHOICES,
  BUFFER_CHOICES,
  NOTICE_CHOICES,
  RULE_FIELDS,
  type RulesForm,
  showAhead,
  showBuffer,
  showNotice,
} from '#web/practice/availability/rules-form.ts';
import { LengthSelect } from '#web/practice/availability/LengthSelect.tsx';
import { VisitRules } from '#web/practice/availability/VisitRules.tsx';
import { DaysOff } from '#web/practice/availability/DaysOff.tsx';
import classes from '#web/practice/availability/VisitorRulesSection.module.css';
import { Card } from '#web/ui/page/CardGrid.tsx';

interface VisitorRulesSectionProps {
  rules: RulesForm;
  phoneError: string | undefined;
  /** Today in the practitioner's zone. */
  today: Temporal.PlainDate;
  onChange: (changed: Partial<RulesForm>) => void;
}

/** `rules` contains the weekly hours too; they are not edited here. */
function isLike(before: VisitorRulesSectionProps, after: VisitorRulesSectionProps): boolean {
  return (
    RULE_FIELDS.every((field) => before.rules[field] === after.rules[field]) &&
    before.phoneError === after.phoneError &&
    before.today.equals(after.today) &&
    before.onChange === after.onChange
  );
}

/** The rules for visitors in addition to the weekly hours; existing requests stay as they are. */
export const VisitorRulesSection = memo(function VisitorRulesSection({
  rules,
  phoneError,
  today,
  onChange,
}: VisitorRulesSectionProps) {
  const id = useId();
  return (
    <Card className={classes.rules} aria-labelledby={id}>
      <h2 id={id} className="lead below-4">
        Правила для&nbsp;посетителей
      </h2>
      <div className={classes.choices}>
        <LengthSelect
          label="Записаться можно"
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
      <VisitRules rules={rules} phoneError={phoneError} onChange={onChange} />
      <DaysOff rows={rules.days_off} today={today} onChange={(days_off) => onChange({ days_off })} />
    </Card>
  );
}, isLike);
