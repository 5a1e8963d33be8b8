import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PasswordField } from '#web/accounts/account-fields.tsx';
import { fieldErrors, fieldTexts } from '#web/api/errors.ts';
import { useUser } from '#web/api/session.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';

interface PasswordStepProps {
  opened: boolean;
  title: string;
  subtitle?: string;
  submitText: string;
  /** Sends the password; a wrong one is shown under the field. */
  onPassword: (password: string) => Promise<void>;
  failed: string;
  onClose: () => void;
  /** What has to be known before. */
  children?: ReactNode;
}

/** Asks for the password before a change of what protects the account. */
export function PasswordStep({ opened, onPassword, onClose, failed, children, ...words }: PasswordStepProps) {
  const { email } = useUser();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (typed) => (typed === '' ? 'Введите пароль' : null) },
  });
  const sending = useMutation({
    mutationFn: onPassword,
    onError: (error) => {
      form.setErrors(fieldTexts(error));
      if (fieldErrors(error)['password']) focusFirstError();
      else failureToast(failed, error);
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onClosed={form.reset}
      width={children ? 620 : 440}
      {...words}
      onSubmit={form.onSubmit(({ password }) => submitOnce(sending, password), focusFirstError)}
      pending={sending.isPending}
    >
      {children}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField autoComplete="current-password" data-autofocus {...form.getInputProps('password')} />
    </FormDialog>
  );
}
