import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { newPasswordMistake, PASSWORD_LIMITS } from '#domain/accounts/mistakes.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { useUser } from '#web/ground/api/session.ts';
import { changePassword } from '#web/account/profile/actions.ts';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { showRefusal } from '#web/ui/form/show-refusal.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

interface PasswordDialogProps {
  onClose: () => void;
}

/** Changes the password; this device stays signed in, all others must sign in again. */
export function PasswordDialog({ onClose }: PasswordDialogProps) {
  const { email } = useUser();
  const form = useForm({
    initialValues: { oldPassword: '', password: '' },
    validate: {
      oldPassword: (typed) => (typed === '' ? 'Введите текущий пароль' : null),
      password: newPasswordMistake,
    },
  });

  const changing = useMutation({
    mutationFn: ({ oldPassword, password }: typeof form.values) => changePassword(oldPassword, password),
    onSuccess: (signedIn) => {
      onClose();
      toast.success(
        signedIn
          ? 'Пароль изменён. На\u00A0остальных устройствах нужно войти заново.'
          : 'Пароль изменён. Войдите с\u00A0новым паролем.',
      );
    },
    onError: (error) => showRefusal(form, error, 'Не\u00A0удалось изменить пароль'),
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Смена пароля"
      onSubmit={form.onSubmit((typed) => submitOnce(changing, typed), focusFirstError)}
      submitText="Изменить пароль"
      pendingText="Сохранение..."
      pending={changing.isPending}
    >
      {/* Shows a password manager which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Текущий пароль"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('oldPassword')}
      />
      <PasswordField
        label="Новый пароль"
        description={`Не\u00A0короче ${PASSWORD_LIMITS.min} символов`}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
