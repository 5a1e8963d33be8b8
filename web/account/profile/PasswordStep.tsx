import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { passwordMissing } from '#web/account/access/account-fields.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { useUser } from '#web/ground/api/session.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { showRefusal } from '#web/ui/form/show-refusal.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

interface PasswordStepProps {
  title: string;
  subtitle?: string;
  submitText: string;
  /** Sends the password; a wrong one is shown under the field. */
  onPassword: (password: string) => Promise<void>;
  failed: string;
  onClose: () => void;
  /** A warning above the password. */
  children?: ReactNode;
}

/** Asks for the password before changing anything that protects the account. */
export function PasswordStep({ onPassword, onClose, failed, children, ...words }: PasswordStepProps) {
  const { email } = useUser();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: passwordMissing },
  });
  const sending = useMutation({
    mutationFn: onPassword,
    onError: (error) => showRefusal(form, error, failed),
  });
  return (
    <FormDialog
      onClose={onClose}
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
