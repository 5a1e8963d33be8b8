import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { AccountCard } from '#web/account/access/AccountCard.tsx';
import { AccountForm } from '#web/account/access/AccountForm.tsx';
import { BrokenLink, OpenAgain } from '#web/account/access/BrokenLink.tsx';
import { errorText, fieldErrors, fieldTexts } from '#web/ground/api/errors.ts';
import { loseSession } from '#web/ground/api/session.ts';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { toast } from '#web/ui/toast/toast.ts';

interface PasswordLetterPageProps {
  token: string;
  title: string;
  subtitle: string;
  mistakeOf: (password: string) => string | null;
  field: { label?: string; autoComplete: 'current-password' | 'new-password' };
  submitText: string;
  send: (password: string) => Promise<unknown>;
  done: string;
  children?: ReactNode;
}

/**
 * The page of a letter's link that asks for a password; afterwards every sign-in has ended, this device's too
 * (AUTH-09).
 */
export function PasswordLetterPage(page: PasswordLetterPageProps) {
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: page.mistakeOf },
  });
  const change = useMutation({
    mutationFn: page.send,
    onSuccess: async () => {
      loseSession();
      toast.success(page.done);
      await navigate({ to: '/auth', replace: true });
    },
    onError: (error) => {
      form.setErrors(fieldTexts(error));
      if (fieldErrors(error)['password']) focusFirstError();
      else if (!fieldErrors(error)['token']) toast.error(errorText(error));
    },
  });
  if (!page.token) return <OpenAgain />;
  if (fieldErrors(change.error)['token']) return <BrokenLink />;
  return (
    <AccountCard title={page.title} subtitle={page.subtitle}>
      <AccountForm
        submitText={page.submitText}
        pending={change.isPending}
        onSubmit={form.onSubmit((typed) => submitOnce(change, typed.password), focusFirstError)}
      >
        {page.children}
        <PasswordField key={form.key('password')} {...page.field} {...form.getInputProps('password')} />
      </AccountForm>
    </AccountCard>
  );
}
