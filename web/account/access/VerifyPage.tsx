import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AccountCard } from '#web/account/access/AccountCard.tsx';
import { AccountForm } from '#web/account/access/AccountForm.tsx';
import { BrokenLink, OpenAgain } from '#web/account/access/BrokenLink.tsx';
import { useLetterToken } from '#web/account/access/letter-token.ts';
import { ResendVerification } from '#web/account/access/ResendVerification.tsx';
import { pb } from '#web/ground/api/client.ts';
import { errorText, isRefusal } from '#web/ground/api/errors.ts';
import { useSession } from '#web/ground/api/session.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

/** Only the button verifies: opening the link changes nothing, because mail scanners open every link (AUTH-01). */
export function VerifyPage() {
  const { token, email } = useLetterToken();
  const signedIn = useSession().status === 'user';
  const confirmation = useMutation({
    mutationFn: () => pb.collection('users').confirmVerification(token),
    onError: (error) => {
      if (!isRefusal(error)) toast.error(errorText(error));
    },
  });
  if (!token) return <OpenAgain />;
  if (isRefusal(confirmation.error)) {
    return <BrokenLink action={email ? <ResendVerification email={email} /> : undefined} />;
  }
  if (confirmation.isSuccess) {
    return (
      <AccountCard title="Email подтверждён" subtitle="Всё готово, можно войти.">
        <Button fullWidth renderRoot={(props) => <Link to={signedIn ? '/' : '/auth'} state={{ email }} {...props} />}>
          {signedIn ? 'На\u00A0главную' : 'Войти'}
        </Button>
      </AccountCard>
    );
  }
  return (
    <AccountCard title="Подтверждение email" subtitle={email || 'Подтвердите, что этот адрес ваш.'}>
      <AccountForm
        submitText="Подтвердить email"
        pending={confirmation.isPending}
        onSubmit={(event) => {
          event.preventDefault();
          submitOnce(confirmation, undefined);
        }}
      />
    </AccountCard>
  );
}
