import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DEFAULT_TIME_ZONE } from '#domain/time/zone.ts';
import { emailMistake, nameMistake, newPasswordMistake } from '#domain/accounts/mistakes.ts';
import { EmailField } from '#web/account/access/account-fields.tsx';
import { ownZone } from '#web/ground/browser/own-zone.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { AUTH_TEXT } from '#web/account/access/account-texts.ts';
import { AccountForm } from '#web/account/access/AccountForm.tsx';
import { pb } from '#web/ground/api/client.ts';
import { errorText, fieldErrors, fieldTexts, statusOf } from '#web/ground/api/errors.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

// Few browsers hide their zone: the others do not load the field.
const ZoneField = lazyPart(async () => (await import('#web/practice/own-profile/ZoneField.tsx')).ZoneField);

type RegistrationValues = Record<'name' | 'email' | 'password', string>;

interface RegistrationFormProps {
  email: string;
  /** The token of an invitation's link; '' without one. */
  invite: string;
  onEmail: (email: string) => void;
  onRegistered: (email: string) => void;
}

export function RegistrationForm({ email, invite, onEmail, onRegistered }: RegistrationFormProps) {
  const form = useForm<RegistrationValues>({
    mode: 'uncontrolled',
    initialValues: { name: '', email, password: '' },
    validate: { name: nameMistake, email: emailMistake, password: newPasswordMistake },
    onValuesChange: (typed) => onEmail(typed.email),
  });
  const [own, setOwn] = useState(ownZone);
  const [chosen, setChosen] = useState(DEFAULT_TIME_ZONE);
  const attempt = useMutation({
    mutationFn: (typed: RegistrationValues) => register(typed, own ?? chosen, invite),
    onSuccess: (_done, typed) => {
      toast.success(AUTH_TEXT.registered);
      onRegistered(typed.email.trim());
    },
    onError: (error) => {
      const fields = fieldTexts(error);
      form.setErrors(fields);
      // The server does not know the device's zone, so the person has to choose one.
      if ('time_zone' in fields) setOwn(null);
      if (Object.keys(fields).some((field) => field in form.values)) focusFirstError();
      else if (refusalOf(error) === null) toast.error(errorText(error, AUTH_TEXT.failed));
    },
  });
  const refusal = refusalOf(attempt.error);
  return (
    <AccountForm
      onSubmit={form.onSubmit((typed) => submitOnce(attempt, typed), focusFirstError)}
      pending={attempt.isPending}
      submitText="Зарегистрироваться"
      notice={refusal !== null && <InlineBox kind="error">{refusal}</InlineBox>}
    >
      <TextInput
        label="Имя"
        placeholder="Введите ваше имя"
        autoComplete="name"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <EmailField key={form.key('email')} {...form.getInputProps('email')} />
      <PasswordField autoComplete="new-password" key={form.key('password')} {...form.getInputProps('password')} />
      {own === null && (
        <ZoneField
          label="Часовой пояс"
          description="Браузер его не&nbsp;сообщает. По&nbsp;нему считаются рабочие часы и&nbsp;календарь"
          value={chosen}
          onChoose={setChosen}
        />
      )}
    </AccountForm>
  );
}

/** The reason why this person cannot register at all; null for any other failure. */
function refusalOf(error: unknown): string | null {
  if (statusOf(error) === 403) return AUTH_TEXT.closed.title;
  return fieldErrors(error)['invite'] ? AUTH_TEXT.badInvitation : null;
}

/**
 * The server creates the account, the profile and the letter in one step (AUTH-01). The zone is the device's; if the
 * browser hides it, the person chooses one.
 */
async function register({ name, email, password }: RegistrationValues, zone: string, invite: string): Promise<void> {
  await pb.collection('users').create({
    email: email.trim(),
    password,
    passwordConfirm: password,
    name,
    time_zone: zone,
    ...(invite !== '' && { invite }),
  });
}
