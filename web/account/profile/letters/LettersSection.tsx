import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { discreetName } from '#domain/letters/discreet.ts';
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
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { SaveRow } from '#web/account/profile/SaveRow.tsx';
import { ChangedElsewhere } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { FieldStack, OptionalLabel } from '#web/ui/form/FieldStack.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';
import { TypedTime } from '#web/ui/form/TypedTime.tsx';
import { useUser } from '#web/ground/api/session.ts';
import { type RecordForm, useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { useQueryClient } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { profileQuery, type ProfileRecord } from '#web/practice/own-profile/queries.ts';
import { cached } from '#web/practice/record-form/save-record.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** What clients get by mail: the choices of the practice, and how each letter looks (LETTER-03). */
export const LettersSection = withDrafts(Letters);

function Letters() {
  const profile = useProfile();
  const quiet = useId();
  const form = useLettersForm();
  const { values, errors, change, draft } = form;
  const timeOf = (field: 'quiet_from' | 'quiet_to') => ({
    value: values[field],
    error: errors[field],
    onChange: (typed: string) => change({ [field]: typed }),
  });
  return (
    <>
      <ProfileSection title="Письма клиентам">
        <form id={form.id} noValidate onSubmit={form.onSubmit}>
          <FieldStack>
            <ChangedElsewhere draft={draft} words={LETTERS_WORDS} />
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
              onChange={(chosen) => chosen !== null && change({ reminder_hours: Number(chosen) })}
            />
            <div role="group" aria-labelledby={quiet}>
              <h3 id={quiet} className={classes.subheading}>
                Тихие часы
              </h3>
              <div className={classes.quiet}>
                <TypedTime label="С" placeholder="21:00" {...timeOf('quiet_from')} />
                <TypedTime label="До" placeholder="09:00" {...timeOf('quiet_to')} />
              </div>
              <p className={classes.hint}>{showQuiet(values)}</p>
            </div>
            <TextInput
              label={<OptionalLabel>Имя отправителя</OptionalLabel>}
              description={`Клиент увидит: ${discreetName(values.sender_name, profile.name)}`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              value={values.sender_name}
              error={errors.sender_name}
              onChange={(event) => change({ sender_name: event.currentTarget.value })}
            />
            <AnswerFields form={form} />
            <SaveRow form={form} draft={draft} />
          </FieldStack>
        </form>
      </ProfileSection>
      <LetterSamples />
      <MessagesSection />
    </>
  );
}

/** Where the answers to letters go: nowhere, to the account's address, or to another one. */
function AnswerFields({ form: { values, errors, change } }: { form: RecordForm<LettersForm> }) {
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

/** The form of what the profile says about letters to clients. */
function useLettersForm(): RecordForm<LettersForm> {
  const queryClient = useQueryClient();
  const profile = useProfile();
  return useRecordForm<LettersForm, ProfileRecord>({
    name: 'letters',
    record: profile,
    start: lettersForm(profile),
    formOf: lettersForm,
    rules: LETTERS_RULES,
    outlives: () => false,
    source: cached(queryClient, profileQuery()),
    change: (changes, { id }) => pb.collection('profiles').update<ProfileRecord>(id, changes),
    stays: true,
    onSaved: () => toast.success('Настройки писем сохранены'),
    onFailure: (error, id) => failureToast('Не\u00A0удалось сохранить настройки писем', error, id),
  });
}
