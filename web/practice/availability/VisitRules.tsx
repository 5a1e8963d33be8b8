import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { LATE_CANCEL } from '#domain/visits/visit-rules.ts';
import { LengthSelect } from '#web/practice/availability/LengthSelect.tsx';
import type { RulesForm } from '#web/practice/availability/rules-form.ts';
import {
  LATE_WORDS,
  LEAD_CHOICES,
  MOVES_CHOICES,
  showLead,
  showMoves,
} from '#web/practice/availability/visit-words.ts';
import classes from '#web/practice/availability/VisitorRulesSection.module.css';
import { Select } from '#web/ui/form/Select.tsx';

interface VisitRulesProps {
  rules: RulesForm;
  phoneError: string | undefined;
  onChange: (changed: Partial<RulesForm>) => void;
}

/** What clients may do with a visit through their own link (VISIT-02). */
export function VisitRules({ rules, phoneError, onChange }: VisitRulesProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="above-6">
      <h3 id={id} className="label medium">
        Отмена и&nbsp;перенос
      </h3>
      <p className="small secondary below-3">
        Клиент отменяет и&nbsp;переносит встречу сам, по&nbsp;своей ссылке. Заявку, которая ждёт ответа, можно отозвать
        в&nbsp;любое время.
      </p>
      <div className={classes.choices}>
        <LengthSelect
          label="Отменить можно"
          choices={LEAD_CHOICES}
          show={showLead}
          value={rules.cancel_hours}
          onChange={(cancel_hours) => onChange({ cancel_hours })}
        />
        <LengthSelect
          label="Перенести можно"
          choices={LEAD_CHOICES}
          show={showLead}
          value={rules.move_hours}
          onChange={(move_hours) => onChange({ move_hours })}
        />
        <LengthSelect
          label="Сколько раз переносить"
          choices={MOVES_CHOICES}
          show={showMoves}
          value={rules.max_moves}
          onChange={(max_moves) => onChange({ max_moves })}
        />
      </div>
      <div className={classes.pair}>
        <Select
          label="Поздняя отмена"
          description={LATE_WORDS[rules.late_cancel].hint}
          inputWrapperOrder={BELOW}
          data={LATE_CANCEL.map((value) => ({ value, label: LATE_WORDS[value].label }))}
          value={rules.late_cancel}
          onChange={(late_cancel) => onChange({ late_cancel })}
        />
        <TextInput
          label="Телефон для&nbsp;клиентов"
          description="Клиент увидит его на&nbsp;своей странице, когда отменить по&nbsp;ссылке уже нельзя, и&nbsp;в&nbsp;письмах, если ответы на&nbsp;них никто не&nbsp;читает."
          inputWrapperOrder={BELOW}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="+7 (XXX) XXX-XX-XX"
          value={rules.public_phone}
          error={phoneError}
          onChange={(event) => onChange({ public_phone: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}

const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
