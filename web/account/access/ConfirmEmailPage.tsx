import { passwordMissing } from '#web/account/access/account-fields.tsx';
import { useLetterToken } from '#web/account/access/letter-token.ts';
import { PasswordLetterPage } from '#web/account/access/PasswordLetterPage.tsx';
import { pb } from '#web/ground/api/client.ts';

/** Confirms a new address with its own letter and the password. */
export function ConfirmEmailPage() {
  const { token, newEmail } = useLetterToken();
  return (
    <PasswordLetterPage
      token={token}
      title="Смена email"
      subtitle={newEmail ? `Новый адрес: ${newEmail}` : 'Подтвердите новый адрес'}
      mistakeOf={passwordMissing}
      field={{ autoComplete: 'current-password' }}
      submitText="Подтвердить"
      send={(password) => pb.collection('users').confirmEmailChange(token, password)}
      done="Email изменён. Войдите с&nbsp;новым адресом."
    />
  );
}
