import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { emailMistake } from '#domain/accounts/mistakes.ts';
import { signIn } from '#web/ground/api/session.ts';
import { errorText, hasCode, statusOf } from '#web/ground/api/errors.ts';
import { EmailField, passwordMissing } from '#web/account/access/account-fields.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { AUTH_TEXT } from '#web/account/access/account-texts.ts';
import { AccountForm } from '#web/account/access/AccountForm.tsx';
import { saySignedIn } from '#web/account/access/say-signed-in.ts';
import { TextButton } from '#web/account/access/TextButton.tsx';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { LocalMailbox } from '#web/account/access/LocalMailbox.tsx';
import { ResendVerification } from '#web/account/access/ResendVerification.tsx';

type SignInValues = Record<'email' | 'password', string>;

interface SignInFormProps {
  email: string;
  /** The address just registered; empty when there is none. */
  registered: string;
  onEmail: (email: string) => void;
  onForgotten: () => void;
  /** Called when the password was right and a code is needed too. */
  onCode: (mfaId: string) => void;
  /** Why the code was not entered; the password has to be typed again. */
  over: ReactNode;
}

/** After signing in, the session redirects to '/' by itself. */
export function SignInForm({ email, registered, onEmail, onForgotten, onCode, over }: SignInFormProps) {
  const form = useForm<SignInValues>({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: { email: emailMistake, password: passwordMissing },
    onValuesChange: (typed) => onEmail(typed.email),
  });
  const attempt = useMutation({
    mutationFn: (typed: SignInValues) => signIn(typed.email.trim(), typed.password),
    onSuccess: (mfaId) => (mfaId === null ? saySignedIn() : onCode(mfaId)),
    onError: (error) => {
      if (statusOf(error) === 400) form.getInputNode('password')?.focus();
      else if (statusOf(error) !== 403) toast.error(errorText(error, AUTH_TEXT.failed));
    },
  });
  const refusal = statusOf(attempt.error);
  // If the address is known, only the password is missing.
  const [isKnown] = useState(email !== '');
  const askPassword = useEffectEvent(() => form.getInputNode('password')?.focus());
  useEffect(() => {
    if (over || isKnown) askPassword();
  }, [over, isKnown]);
  return (
    <AccountForm
      onSubmit={form.onSubmit((typed) => submitOnce(attempt, typed), focusFirstError)}
      pending={attempt.isPending}
      submitText="Войти"
      notice={
        hasCode(attempt.error, 'identity', 'validation_account_locked') ? (
          <InlineBox kind="warning" announce>
            {AUTH_TEXT.locked}
          </InlineBox>
        ) : refusal === 403 ? (
          <UnverifiedNotice email={attempt.variables?.email.trim() ?? ''} />
        ) : refusal === 400 ? (
          <InlineBox kind="error">Неверный email или пароль</InlineBox>
        ) : (
          (over ?? (registered && <RegisteredNotice email={registered} />))
        )
      }
      foot={
        <TextButton quiet onClick={onForgotten}>
          Забыли пароль?
        </TextButton>
      }
    >
      <EmailField key={form.key('email')} {...form.getInputProps('email')} />
      <PasswordField key={form.key('password')} autoComplete="current-password" {...form.getInputProps('password')} />
    </AccountForm>
  );
}

/** What to do between registering and the first sign-in; the toast with the same text disappears soon. */
function RegisteredNotice({ email }: { email: string }) {
  return (
    <InlineBox kind="info">
      Письмо отправлено на&nbsp;{email}. Откройте ссылку из&nbsp;письма, чтобы подтвердить адрес, и&nbsp;войдите.
      <LocalMailbox />
    </InlineBox>
  );
}

/** Why an unverified account cannot sign in, and what to do about it (AUTH-04). */
function UnverifiedNotice({ email }: { email: string }) {
  return (
    <InlineBox kind="warning" announce>
      {AUTH_TEXT.unverified}
      <LocalMailbox />
      <br />
      <ResendVerification email={email} />
    </InlineBox>
  );
}
