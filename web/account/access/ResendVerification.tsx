import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { errorText } from '#web/ground/api/errors.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

/** Sends another letter; the response is the same whether the address is known or not. */
export function ResendVerification({ email }: { email: string }) {
  const letter = useMutation({
    mutationFn: () => pb.collection('users').requestVerification(email),
    onSuccess: () => toast.success('Письмо отправлено. Проверьте почту и\u00A0папку «Спам».'),
    onError: (error) => toast.error(errorText(error, 'Не\u00A0удалось отправить письмо. Попробуйте ещё раз.')),
  });
  return (
    <Button
      variant="default"
      disabled={letter.isPending || letter.isSuccess}
      onClick={() => submitOnce(letter, undefined)}
    >
      {letter.isSuccess ? 'Письмо отправлено' : 'Отправить письмо ещё раз'}
    </Button>
  );
}
