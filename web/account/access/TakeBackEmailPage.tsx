import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountCard } from '#web/account/access/AccountCard.tsx';
import { AccountForm } from '#web/account/access/AccountForm.tsx';
import { BrokenLink, OpenAgain } from '#web/account/access/BrokenLink.tsx';
import { ForgottenPasswordForm } from '#web/account/access/ForgottenPasswordForm.tsx';
import { useLetterToken } from '#web/account/access/letter-token.ts';
import { pb } from '#web/ground/api/client.ts';
import { errorText, hasCode, isRefusal } from '#web/ground/api/errors.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** The page linked in the letter to a former address: only the button takes the change back (AUTH-09). */
export function TakeBackEmailPage() {
  const { token, email } = useLetterToken();
  const [forgetful, setForgetful] = useState(email);
  const change = useMutation({
    mutationFn: () => pb.send('/api/collections/users/take-back-email-change', { method: 'POST', body: { token } }),
    onError: (error) => {
      if (!isRefusal(error)) toast.error(errorText(error));
    },
  });
  if (hasCode(change.error, 'token', 'validation_invalid_token_email')) {
    return (
      <BrokenLink
        title="Адрес занят другим аккаунтом"
        hint={`С\u00A0адресом ${email} за\u00A0это время появился другой аккаунт, поэтому вернуть его нельзя. Напишите тем, кто ведёт этот Кабинет.`}
      />
    );
  }
  if (!token) return <OpenAgain />;
  if (isRefusal(change.error)) {
    return (
      <BrokenLink hint="Она действует 72 часа и&nbsp;срабатывает один раз. Если адрес уже возвращён, войдите с&nbsp;ним. Если ссылка из&nbsp;письма скопирована не&nbsp;целиком, откройте её&nbsp;ещё раз. Иначе напишите тем, кто ведёт этот Кабинет." />
    );
  }
  if (change.isSuccess) {
    return (
      <AccountCard
        title="Прежний email возвращён"
        subtitle="Все входы завершены. Если адрес сменили не&nbsp;вы, сразу задайте новый пароль: прежний знает кто-то&nbsp;ещё."
      >
        <Stack>
          <ForgottenPasswordForm email={forgetful} onEmail={setForgetful} />
          <Button variant="default" fullWidth renderRoot={(props) => <Link to="/auth" {...props} />}>
            Войти с&nbsp;прежним паролем
          </Button>
        </Stack>
      </AccountCard>
    );
  }
  return (
    <AccountCard
      title="Вернуть прежний email"
      subtitle={`Вы\u00A0снова будете входить с\u00A0адресом ${email}. Все входы завершатся, другие ссылки из\u00A0писем перестанут действовать.`}
    >
      <AccountForm
        submitText="Вернуть адрес"
        pending={change.isPending}
        onSubmit={(event) => {
          event.preventDefault();
          submitOnce(change, undefined);
        }}
      />
    </AccountCard>
  );
}
