import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { newPassword } from '#domain/accounts/account.ts';
import { PasswordField } from '#web/accounts/account-fields.tsx';
import { AccountCard } from '#web/accounts/AccountCard.tsx';
import { AccountForm } from '#web/accounts/AccountForm.tsx';
import { BrokenLink } from '#web/accounts/BrokenLink.tsx';
import { readLetterToken } from '#web/accounts/letter-token.ts';
import { pb } from '#web/api/client.ts';
import { errorText, fieldErrors, fieldTexts } from '#web/api/errors.ts';
import { loseSession } from '#web/api/session.ts';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

const values = z.object({ password: newPassword });

/** A new password ends every existing sign-in, this device's too (AUTH-09). */
export function ResetPasswordPage() {
  const [{ token, email }] = useState(readLetterToken);
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: schemaResolver(values, { sync: true }),
  });
  const reset = useMutation({
    mutationFn: (password: string) => pb.collection('users').confirmPasswordReset(token, password, password),
    onSuccess: async () => {
      loseSession();
      toast.success('Пароль изменён. Войдите с\u00A0новым паролем.');
      await navigate({ to: '/auth', replace: true });
    },
    onError: (error) => {
      form.setErrors(fieldTexts(error));
      if (fieldErrors(error)['password']) focusFirstError();
      else if (!fieldErrors(error)['token']) toast.error(errorText(error));
    },
  });
  if (!token || fieldErrors(reset.error)['token']) return <BrokenLink />;
  return (
    <AccountCard title="Новый пароль" subtitle={email || 'Задайте новый пароль'}>
      <AccountForm
        submitText="Сохранить пароль"
        pending={reset.isPending}
        onSubmit={form.onSubmit((typed) => submitOnce(reset, typed.password), focusFirstError)}
      >
        {/* Shows a password manager which account the password belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Новый пароль"
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
      </AccountForm>
    </AccountCard>
  );
}
