import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type SecondFactorMethod, TRIES } from '#domain/second-factor/second-factor.ts';
import { enterCode } from '#web/ground/api/session.ts';
import { errorText, statusOf } from '#web/ground/api/errors.ts';
import { AUTH_TEXT } from '#web/account/access/account-texts.ts';
import { AccountForm } from '#web/account/access/AccountForm.tsx';
import { TextButton } from '#web/account/access/TextButton.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { saySignedIn } from '#web/account/access/say-signed-in.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** A sign-in whose password was right; `until` is on this device's clock, in milliseconds. */
export interface WaitingSignIn {
  mfaId: string;
  until: number;
}

/** Why a code can no longer be entered: the time is over, or there were too many wrong codes. */
export type CodeOver = 'late' | 'tried';

export function CodeOverNotice({ why }: { why: CodeOver }) {
  return (
    <InlineBox kind="warning" announce>
      {why === 'late'
        ? 'Время для ввода кода вышло. Введите пароль ещё раз.'
        : `Код введён неверно ${TRIES}\u00A0раз подряд. Введите пароль ещё раз.`}
    </InlineBox>
  );
}

interface CodeFormProps {
  waiting: WaitingSignIn;
  onOver: (why: CodeOver) => void;
}

/** The second step of signing in: the code of the app, or a recovery code (SAFE-02). */
export function CodeForm({ waiting: { mfaId, until }, onOver }: CodeFormProps) {
  const [method, setMethod] = useState<SecondFactorMethod>('totp');
  const tries = useRef(0);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { totp: '', recovery: '' },
    validate: { [method]: (typed: string) => (typed.trim() === '' ? 'Введите код' : null) },
  });
  const attempt = useMutation({
    mutationFn: ({ by, code }: { by: SecondFactorMethod; code: string }) => enterCode(mfaId, by, code),
    onSuccess: saySignedIn,
    onError: (error) => {
      if (statusOf(error) !== 400) {
        if (statusOf(error) !== 429) toast.error(errorText(error, AUTH_TEXT.failed));
        return;
      }
      tries.current += 1;
      if (Date.now() >= until) onOver('late');
      else if (tries.current >= TRIES) onOver('tried');
      else form.getInputNode(method)?.focus();
    },
  });

  const end = useEffectEvent(() => {
    // A pending attempt decides first.
    if (!attempt.isPending) onOver('late');
  });
  useEffect(() => {
    const timer = setTimeout(() => end(), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  const other = method === 'totp' ? 'recovery' : 'totp';
  const choose = () => {
    form.clearErrors();
    attempt.reset();
    setMethod(other);
  };
  const refusal = statusOf(attempt.error);
  return (
    <AccountForm
      onSubmit={form.onSubmit((typed) => submitOnce(attempt, { by: method, code: typed[method] }), focusFirstError)}
      pending={attempt.isPending}
      submitText="Войти"
      notice={
        refusal === 429 ? (
          <InlineBox kind="error">
            {errorText(attempt.error)}
            {method === 'totp' && <> Запасной код подойдёт и&nbsp;сейчас.</>}
          </InlineBox>
        ) : (
          refusal === 400 && (
            <InlineBox kind="error">
              {method === 'totp' ? (
                <>Неверный код. Каждый код действует полминуты и&nbsp;один раз.</>
              ) : (
                <>Неверный запасной код. Каждый действует один раз.</>
              )}
            </InlineBox>
          )
        )
      }
      foot={
        <TextButton quiet onClick={choose}>
          {method === 'totp' ? 'Нет телефона? Запасной код' : 'Код из\u00A0приложения'}
        </TextButton>
      }
    >
      {method === 'totp' ? (
        <CodeField
          key={form.key('totp')}
          label="Код из&nbsp;приложения"
          description="Шесть цифр"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.getInputProps('totp')}
        />
      ) : (
        <CodeField
          key={form.key('recovery')}
          label="Запасной код"
          description="Один из&nbsp;тех, что вы&nbsp;сохранили"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.getInputProps('recovery')}
        />
      )}
    </AccountForm>
  );
}

/** Takes the focus when it appears, because it is the only field. */
function CodeField(props: TextInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return <TextInput ref={input} aria-required {...props} />;
}
