import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { RegistrationAnswer, RegistrationMode } from '#domain/accounts/registration-mode.ts';
import { WAITING_SECONDS } from '#domain/second-factor/second-factor.ts';
import { AUTH_TEXT } from '#web/account/access/account-texts.ts';
import { AccountCard } from '#web/account/access/AccountCard.tsx';
import { CodeForm, type CodeOver, CodeOverNotice, type WaitingSignIn } from '#web/account/access/CodeForm.tsx';
import { ForgottenPasswordForm } from '#web/account/access/ForgottenPasswordForm.tsx';
import { RegistrationForm } from '#web/account/access/RegistrationForm.tsx';
import { SignInForm } from '#web/account/access/SignInForm.tsx';
import { TextButton } from '#web/account/access/TextButton.tsx';
import { useQuery } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that was just confirmed. */
    email?: string;
  }
}

type Mode = 'sign-in' | 'registration' | 'forgotten' | 'code';
/** Why registration is refused and shows no form. */
type Refused = 'closed' | 'invite';

const HEADINGS: Record<Mode | Refused | 'locked', { title: string; subtitle: string }> = {
  'sign-in': { title: 'Вход в систему', subtitle: 'Войдите в свой аккаунт' },
  locked: { title: 'Кабинет заблокирован', subtitle: 'Введите пароль, чтобы вернуться туда же' },
  registration: { title: 'Регистрация', subtitle: 'Создайте новый аккаунт' },
  closed: AUTH_TEXT.closed,
  invite: AUTH_TEXT.byInvitation,
  code: { title: 'Код для входа', subtitle: 'Пароль верный. Введите код, чтобы войти' },
  forgotten: { title: 'Забыли пароль?', subtitle: 'Пришлём ссылку, чтобы задать новый' },
};

/** One card with four forms; the typed e-mail address carries over between them (AUTH-02, AUTH-09, SAFE-02). */
export function AuthPage() {
  const invite = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('invite') ?? '' });
  const [mode, setMode] = useState<Mode>(invite === '' ? 'sign-in' : 'registration');
  const locked = useLocation({ select: ({ state }) => state.back?.email ?? '' });
  const confirmed = useLocation({ select: ({ state }) => state.email ?? '' });
  const [email, setEmail] = useState(locked || confirmed);
  const [registered, setRegistered] = useState('');
  const [waiting, setWaiting] = useState<WaitingSignIn>({ mfaId: '', until: 0 });
  const [over, setOver] = useState<CodeOver | null>(null);
  const allowed = useRegistrationMode(mode === 'registration');
  const refused = mode === 'registration' ? refusedBy(allowed, invite) : null;
  const choose = (next: Mode) => {
    setOver(null);
    setMode(next);
  };
  return (
    <AccountCard
      {...HEADINGS[refused ?? (locked && mode === 'sign-in' ? 'locked' : mode)]}
      below={<Toggle mode={mode} onChoose={choose} />}
    >
      {mode === 'sign-in' && (
        <SignInForm
          email={email}
          registered={registered}
          onEmail={setEmail}
          onForgotten={() => choose('forgotten')}
          onCode={(mfaId) => {
            setWaiting({ mfaId, until: Date.now() + WAITING_SECONDS * 1000 });
            choose('code');
          }}
          over={over && <CodeOverNotice why={over} />}
        />
      )}
      {mode === 'code' && (
        <CodeForm
          waiting={waiting}
          onOver={(why) => {
            setOver(why);
            setMode('sign-in');
          }}
        />
      )}
      {mode === 'registration' && allowed !== null && refused === null && (
        <RegistrationForm
          email={email}
          invite={invite}
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

function refusedBy(allowed: RegistrationMode | null, invite: string): Refused | null {
  if (allowed === 'closed') return 'closed';
  return allowed === 'invite' && invite === '' ? 'invite' : null;
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

/**
 * Returns who may register, null until the server has answered. If that request fails, the form lets the person try.
 */
function useRegistrationMode(isAsked: boolean): RegistrationMode | null {
  const { data, isPending } = useQuery({
    queryKey: ['registration'],
    queryFn: ({ signal }) => pb.send<RegistrationAnswer>('/api/registration', { signal }),
    enabled: isAsked,
    // A refetch must never replace the form while the person types.
    staleTime: Infinity,
    retry: false,
  });
  return isPending ? null : (data?.registration ?? 'open');
}
