import { newPasswordMistake } from '#domain/accounts/mistakes.ts';
import { useLetterToken } from '#web/account/access/letter-token.ts';
import { PasswordLetterPage } from '#web/account/access/PasswordLetterPage.tsx';
import { pb } from '#web/ground/api/client.ts';

/** Sets a new password for a forgotten one, through the link of a letter. */
export function ResetPasswordPage() {
  const { token, email } = useLetterToken();
  return (
    <PasswordLetterPage
      token={token}
      title="Новый пароль"
      subtitle={email || 'Задайте новый пароль'}
      mistakeOf={newPasswordMistake}
      field={{ label: 'Новый пароль', autoComplete: 'new-password' }}
      submitText="Сохранить пароль"
      send={(password) => pb.collection('users').confirmPasswordReset(token, password, password)}
      done="Пароль изменён. Войдите с&nbsp;новым паролем."
    >
      {/* Shows a password manager which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
    </PasswordLetterPage>
  );
}
