import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { emailMistake } from '#domain/accounts/mistakes.ts';
import { EmailField } from '#web/account/access/account-fields.tsx';
import { LocalMailbox } from '#web/account/access/LocalMailbox.tsx';
import { AccountForm } from '#web/account/access/AccountForm.tsx';
import { pb } from '#web/ground/api/client.ts';
import { errorText } from '#web/ground/api/errors.ts';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

interface ForgottenPasswordFormProps {
  email: string;
  onEmail: (email: string) => void;
}

/** Requests the reset letter (AUTH-09); the response never reveals whether the address is known. */
export function ForgottenPasswordForm({ email, onEmail }: ForgottenPasswordFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email },
    validate: { email: emailMistake },
    onValuesChange: (typed) => onEmail(typed.email),
  });
  const letter = useMutation({
    mutationFn: (address: string) => pb.collection('users').requestPasswordReset(address),
    onError: (error) => toast.error(errorText(error, 'Не\u00A0удалось отправить письмо. Попробуйте ещё раз.')),
  });
  return (
    <AccountForm
      onSubmit={form.onSubmit((typed) => submitOnce(letter, typed.email.trim()), focusFirstError)}
      pending={letter.isPending}
      submitText={letter.isSuccess ? 'Отправить ещё раз' : 'Отправить ссылку'}
      notice={
        letter.isSuccess && (
          <InlineBox kind="success" announce>
            Если аккаунт с&nbsp;таким адресом есть, письмо уже отправлено. Ссылка действует 30&nbsp;минут.
            <LocalMailbox />
          </InlineBox>
        )
      }
    >
      <EmailField key={form.key('email')} {...form.getInputProps('email')} />
    </AccountForm>
  );
}
