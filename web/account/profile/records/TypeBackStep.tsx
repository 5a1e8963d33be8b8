import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { CodeField, missingCode } from '#web/account/keys/code-field.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { showRefusal } from '#web/ui/form/show-refusal.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

interface TypeBackStepProps {
  submitText: string;
  onCode: (code: string) => Promise<void>;
  /** Back to the code, which has not been written down yet. */
  onBack: () => void;
  onClose: () => void;
}

/** Asks for the code that was shown: it holds from then on. */
export function TypeBackStep({ submitText, onCode, onBack, onClose }: TypeBackStepProps) {
  const form = useForm({ initialValues: { code: '' }, validate: { code: missingCode } });
  const sending = useMutation({
    mutationFn: onCode,
    onError: (error) => showRefusal(form, error, 'Не\u00A0удалось проверить код'),
  });
  return (
    <FormDialog
      onClose={onClose}
      width={480}
      title="Введите код обратно"
      subtitle="С&nbsp;бумаги, на&nbsp;которую вы&nbsp;его распечатали или переписали. До&nbsp;этого ничего не&nbsp;меняется"
      onSubmit={form.onSubmit(({ code }) => submitOnce(sending, code), focusFirstError)}
      submitText={submitText}
      pendingText="Проверка..."
      pending={sending.isPending}
      cancelText="Показать код ещё раз"
      onCancel={onBack}
    >
      <CodeField data-autofocus {...form.getInputProps('code')} />
    </FormDialog>
  );
}
