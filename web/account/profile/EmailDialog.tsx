import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { emailMistake } from '#domain/accounts/mistakes.ts';
import { EmailField } from '#web/account/access/account-fields.tsx';
import { useUser } from '#web/ground/api/session.ts';
import { requestEmailChange } from '#web/account/profile/actions.ts';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { showRefusal } from '#web/ui/form/show-refusal.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';

interface EmailDialogProps {
  onClose: () => void;
  onSent: (newEmail: string) => void;
}

/** Requests the letter for a new address; the address itself changes only through the letter's link. */
export function EmailDialog({ onClose, onSent }: EmailDialogProps) {
  const { email } = useUser();
  const form = useForm({ initialValues: { newEmail: '' }, validate: { newEmail: emailMistake } });

  const asking = useMutation({
    mutationFn: requestEmailChange,
    onSuccess: (_, newEmail) => {
      onSent(newEmail);
      onClose();
    },
    onError: (error) => showRefusal(form, error, 'Не\u00A0удалось отправить письмо'),
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Смена email"
      subtitle={`Сейчас: ${email}`}
      onSubmit={form.onSubmit(({ newEmail }) => submitOnce(asking, newEmail.trim()), focusFirstError)}
      submitText="Отправить письмо"
      pendingText="Отправка..."
      pending={asking.isPending}
    >
      <EmailField label="Новый email" autoComplete="email" data-autofocus {...form.getInputProps('newEmail')} />
      <InlineBox kind="info">
        На&nbsp;новый адрес придёт письмо со&nbsp;ссылкой. Пока вы&nbsp;её&nbsp;не&nbsp;нажали, ничего не&nbsp;меняется.
        После смены на&nbsp;всех устройствах нужно войти заново.
      </InlineBox>
    </FormDialog>
  );
}
