import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useUser } from '#web/ground/api/session.ts';
import { type Answers, answersOf, type LettersForm, showAnswers } from '#web/account/profile/letters/letters-form.ts';
import type { RecordForm } from '#web/practice/record-form/use-record-form.ts';
import { Select } from '#web/ui/form/Select.tsx';

/** Where the answers to letters go: nowhere, to the account's address, or to another one. */
export function AnswerFields({ form: { values, errors, change } }: { form: RecordForm<LettersForm> }) {
  const { email } = useUser();
  /** An address that is being typed may be none yet, or become the account's own. */
  const [isTyped, setTyped] = useState(false);
  const chosen = answersOf(values.reply_to, email);
  const answers = isTyped ? 'other' : chosen;
  const choices: { value: Answers; label: string }[] = [
    { value: 'none', label: 'Не\u00A0приходят' },
    { value: 'own', label: email },
    { value: 'other', label: 'На\u00A0другой адрес' },
  ];
  const choose = (next: Answers) => {
    setTyped(next === 'other');
    if (next !== answers) change({ reply_to: next === 'own' ? email : '' });
  };
  return (
    <>
      <Select
        label="Ответы на&nbsp;письма"
        description={showAnswers(answers)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={choices}
        value={answers}
        onChange={(value) => {
          const next = choices.find((choice) => choice.value === value);
          if (next) choose(next.value);
        }}
      />
      {answers === 'other' && (
        <TextInput
          label="Email для&nbsp;ответов"
          type="email"
          autoComplete="off"
          value={values.reply_to}
          error={errors.reply_to}
          onChange={(event) => {
            setTyped(true);
            change({ reply_to: event.currentTarget.value });
          }}
        />
      )}
    </>
  );
}
