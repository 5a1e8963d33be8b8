import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
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

const values = z.object({ password: z.string().min(1, 'Введите пароль') });

/** Confirms a new address with its own letter and the password; every sign-in ends (AUTH-09). */
export function ConfirmEmailPage() {
  const [{ token, newEmail }] = useState(readLetterToken);
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: schemaResolver(values, { sync: true }),
  });
  const change = useMutation({
    mutationFn: (password: string) => pb.collection('users').confirmEmailChange(token, password),
    onSuccess: async () => {
      loseSession();
      toast.success('Email изменён. Войдите с\u00A0новым адресом.');
      await navigate({ to: '/auth', replace: true });
    },
    onError: (error) => {
      form.setErrors(fieldTexts(error));
      if (fieldErrors(error)['password']) focusFirstError();
      else if (!fieldErrors(error)['token']) toast.error(errorText(error));
    },
  });
  if (!token || fieldErrors(change.error)['token']) return <BrokenLink />;
  return (
    <AccountCard title="Смена email" subtitle={newEmail ? `Новый адрес: ${newEmail}` : 'Подтвердите новый адрес'}>
      <AccountForm
        submitText="Подтвердить"
        pending={change.isPending}
        onSubmit={form.onSubmit((typed) => submitOnce(change, typed.password), focusFirstError)}
      >
        <PasswordField autoComplete="current-password" key={form.key('password')} {...form.getInputProps('password')} />
      </AccountForm>
    </AccountCard>
  );
}
