import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { passwordMissing } from '#web/account/access/account-fields.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { useUser } from '#web/ground/api/session.ts';
import { unlock } from '#web/ground/api/keys.ts';
import { CodeField, missingCode } from '#web/account/keys/code-field.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { showRefusal } from '#web/ui/form/show-refusal.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { toast } from '#web/ui/toast/toast.ts';

interface UnlockDialogProps {
  onClose: () => void;
}

/** Unlocks the texts with the recovery code and the new password. */
export function UnlockDialog({ onClose }: UnlockDialogProps) {
  const { email } = useUser();
  const form = useForm({
    initialValues: { code: '', password: '' },
    validate: { code: missingCode, password: passwordMissing },
  });
  const opening = useMutation({
    mutationFn: ({ password, code }: typeof form.values) => unlock(password, code),
    onSuccess: () => {
      onClose();
      toast.success('Записи открыты');
    },
    onError: (error) => showRefusal(form, error, 'Не\u00A0удалось открыть записи'),
  });
  return (
    <FormDialog
      onClose={onClose}
      width={480}
      title="Открыть записи"
      subtitle="Код, который вы&nbsp;распечатали, когда включали «Записи открывает только мой пароль». Он&nbsp;останется в&nbsp;силе."
      onSubmit={form.onSubmit((typed) => submitOnce(opening, typed), focusFirstError)}
      submitText="Открыть записи"
      pendingText="Проверка..."
      pending={opening.isPending}
    >
      <CodeField data-autofocus {...form.getInputProps('code')} />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Нынешний пароль" autoComplete="current-password" {...form.getInputProps('password')} />
    </FormDialog>
  );
}
