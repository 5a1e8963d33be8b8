import { useState } from 'react';
import { AccountCard } from '#web/accounts/AccountCard.tsx';
import { ForgottenPasswordForm } from '#web/accounts/ForgottenPasswordForm.tsx';
import { RegistrationForm } from '#web/accounts/RegistrationForm.tsx';
import { SignInForm } from '#web/accounts/SignInForm.tsx';
import { TextButton } from '#web/accounts/TextButton.tsx';

type Mode = 'sign-in' | 'registration' | 'forgotten';

const HEADINGS: Record<Mode, { title: string; subtitle: string }> = {
  'sign-in': { title: 'Вход в систему', subtitle: 'Войдите в свой аккаунт' },
  registration: { title: 'Регистрация', subtitle: 'Создайте новый аккаунт' },
  forgotten: { title: 'Забыли пароль?', subtitle: 'Пришлём ссылку, чтобы задать новый' },
};

/** One card with three forms; the typed e-mail address carries over between them (AUTH-02, AUTH-09). */
export function AuthPage() {
  const [mode, setMode] = useState<Mode>('sign-in');
  const [email, setEmail] = useState('');
  const [registered, setRegistered] = useState('');
  return (
    <AccountCard {...HEADINGS[mode]} below={<Toggle mode={mode} onChoose={setMode} />}>
      {mode === 'sign-in' && (
        <SignInForm email={email} registered={registered} onEmail={setEmail} onForgotten={() => setMode('forgotten')} />
      )}
      {mode === 'registration' && (
        <RegistrationForm
          email={email}
          onEmail={setEmail}
          onRegistered={(address) => {
            setRegistered(address);
            setMode('sign-in');
          }}
        />
      )}
      {mode === 'forgotten' && <ForgottenPasswordForm email={email} onEmail={setEmail} />}
    </AccountCard>
  );
}

function Toggle({ mode, onChoose }: { mode: Mode; onChoose: (mode: Mode) => void }) {
  if (mode === 'sign-in') {
    return <TextButton onClick={() => onChoose('registration')}>Нет аккаунта? Зарегистрируйтесь</TextButton>;
  }
  return (
    <TextButton onClick={() => onChoose('sign-in')}>
      {mode === 'registration' ? 'Уже есть аккаунт? Войти' : 'Вернуться ко\u00A0входу'}
    </TextButton>
  );
}
