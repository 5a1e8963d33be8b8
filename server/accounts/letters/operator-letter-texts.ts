import type { OperatorAct } from '#server/ground/mail/queue-letter.ts';
import type { Letter } from '#server/ground/mail/render-letter.ts';

const ASK = 'Если вы об этом не просили, напишите тому, кто ведёт для вас Кабинет.';
const SIGN_IN = 'Войти';

/** Texts of the letters about what the operator did to an account. */
const TEXTS: Record<OperatorAct, Omit<Letter, 'action'> & { label: string }> = {
  confirmed: {
    subject: 'Email подтверждён — Кабинет',
    title: 'Email подтверждён',
    paragraphs: [
      'Администратор Кабинета подтвердил этот адрес за вас. Теперь можно войти с паролем, заданным при регистрации.',
    ],
    label: SIGN_IN,
    notes: [
      'Если вы не регистрировались в Кабинете, напишите администратору: аккаунт с вашим адресом завёл кто-то другой.',
    ],
  },
  'reset-link-made': {
    subject: 'Ссылка для нового пароля — Кабинет',
    title: 'Ссылка для нового пароля',
    paragraphs: [
      'Администратор Кабинета сделал ссылку, по которой задаётся новый пароль вашего аккаунта, и передаст её вам сам.',
      'Она действует 30 минут и открывается один раз. До тех пор прежний пароль остаётся.',
    ],
    label: 'Открыть Кабинет',
    notes: [ASK],
  },
  locked: {
    subject: 'Аккаунт заблокирован — Кабинет',
    title: 'Аккаунт заблокирован',
    paragraphs: [
      'Администратор Кабинета заблокировал ваш аккаунт: все входы завершены, войти заново пока нельзя.',
      'Ваши клиенты, сессии и заметки на месте. Новый пароль блокировку не снимает.',
    ],
    label: 'Открыть Кабинет',
    notes: [ASK],
  },
  unlocked: {
    subject: 'Блокировка снята — Кабинет',
    title: 'Блокировка снята',
    paragraphs: ['Администратор Кабинета снял блокировку с вашего аккаунта. Можно войти с прежним паролем.'],
    label: SIGN_IN,
    notes: [],
  },
  'signed-out': {
    subject: 'Все входы завершены — Кабинет',
    title: 'Все входы завершены',
    paragraphs: [
      'Администратор Кабинета завершил входы в ваш аккаунт на всех устройствах. Войдите заново с прежним паролем.',
    ],
    label: SIGN_IN,
    notes: [ASK],
  },
};

export function byOperatorLetter(url: string, act: OperatorAct): Letter {
  const { label, ...letter } = TEXTS[act];
  return { ...letter, action: { label, url } };
}

/** The last letter to an account that the operator deleted. */
export function deletedByOperatorLetter(url: string): Letter {
  return {
    subject: 'Аккаунт удалён — Кабинет',
    title: 'Аккаунт удалён',
    paragraphs: [
      'Администратор Кабинета удалил ваш аккаунт вместе с клиентами, сессиями, заметками и заявками. Вернуть их нельзя.',
      'Страница записи больше не открывается.',
    ],
    action: { label: 'Открыть Кабинет', url },
    notes: [ASK],
  };
}
