import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { discreetName } from '#domain/letters/discreet.ts';
import { ProfileForm, useProfileForm } from '#web/account/profile/ProfileForm.tsx';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import {
  type Answers,
  answersOf,
  LETTERS_RULES,
  LETTERS_WORDS,
  type LettersForm,
  lettersForm,
  reminderChoices,
  showAnswers,
  showQuiet,
} from '#web/account/profile/letters/letters-form.ts';
import classes from '#web/account/profile/letters/LettersSection.module.css';
import { LetterSamples } from '#web/account/profile/letters/LetterSamples.tsx';
import { MessagesSection } from '#web/account/profile/letters/MessagesSection.tsx';
import { fieldOf, textFieldOf } from '#web/practice/record-form/field-props.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';
import { TypedTime } from '#web/ui/form/TypedTime.tsx';
import { useUser } from '#web/ground/api/session.ts';
import { type RecordForm } from '#web/practice/record-form/use-record-form.ts';

/** The settings for letters to clients, with a sample of each letter (LETTER-03). */
export const LettersSection = withDrafts(Letters);

function Letters() {
  const profile = useProfile();
  const quiet = useId();
  const form = useProfileForm<LettersForm>({
    name: 'letters',
    formOf: lettersForm,
    rules: LETTERS_RULES,
    saved: 'Настройки писем сохранены',
    failed: 'Не\u00A0удалось сохранить настройки писем',
  });
  const { values, errors, change, draft } = form;
  return (
    <>
      <ProfileForm form={form} words={LETTERS_WORDS} title="Письма клиентам">
        <Switch
          label="Отправлять письма клиентам"
          description={
            values.client_letters
              ? 'Тем, кто оставил email: о\u00A0новой встрече, переносе, отмене, и\u00A0напоминание. У\u00A0каждого клиента письма можно выключить отдельно.'
              : 'Письма выключены. Те, что ждут своего времени, не\u00A0уйдут.'
          }
          checked={values.client_letters}
          onChange={(event) => change({ client_letters: event.currentTarget.checked })}
        />
        <Select
          label="Напоминание"
          data={reminderChoices(draft.stored.reminder_hours)}
          value={String(values.reminder_hours)}
          error={errors.reminder_hours}
          onChange={(chosen) => change({ reminder_hours: Number(chosen) })}
        />
        <div role="group" aria-labelledby={quiet}>
          <h3 id={quiet} className="label below-1 medium">
            Тихие часы
          </h3>
          <div className={classes.quiet}>
            <TypedTime label="С" placeholder="21:00" {...fieldOf(form, 'quiet_from')} />
            <TypedTime label="До" placeholder="09:00" {...fieldOf(form, 'quiet_to')} />
          </div>
          <p className={classes.hint}>{showQuiet(values)}</p>
        </div>
        <TextInput
          label={<OptionalLabel>Имя отправителя</OptionalLabel>}
          description={`Клиент увидит: ${discreetName(values.sender_name, profile.name)}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          {...textFieldOf(form, 'sender_name')}
        />
        <AnswerFields form={form} />
      </ProfileForm>
      <LetterSamples />
      <MessagesSection />
    </>
  );
}

/** Where replies to letters go: nowhere, to the account's address, or to another one. */
function AnswerFields({ form: { values, errors, change } }: { form: RecordForm<LettersForm> }) {
  const { email } = useUser();
  /** While another address is being typed it can be empty or equal the account's own. */
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
        onChange={choose}
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
