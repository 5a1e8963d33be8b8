import type { Letter } from '#server/ground/mail/render-letter.ts';

const FORGOTTEN = 'на странице входа нажмите «Забыли пароль?»';

/** Texts of the letters about an account. Each function takes the URL that the letter's button opens. */

/** `when` and `device` are those of the registration whose password the button confirms. */
export function verificationLetter(url: string, when: string, device: string): Letter {
  return {
    subject: 'Подтвердите email — Кабинет',
    title: 'Подтвердите email',
    paragraphs: [
      'Вы зарегистрировались в Кабинете. Подтвердите, что этот адрес ваш, и можно будет войти.',
      `Когда: ${when}.${device === '' ? '' : ` Устройство: ${device}.`}`,
    ],
    action: { label: 'Подтвердить email', url },
    notes: [
      'Ссылка действует 24 часа.',
      'Если вы регистрировались несколько раз, подтверждайте последнее письмо.',
      'Если вы не регистрировались или это были не ваши время и устройство, ничего делать не нужно: без подтверждения в аккаунт нельзя войти.',
    ],
  };
}

/** For an e-mail that has an account already: no account is created, and the page does not reveal that. */
export function alreadyRegisteredLetter(url: string): Letter {
  return {
    subject: 'У вас уже есть аккаунт — Кабинет',
    title: 'У вас уже есть аккаунт',
    paragraphs: [
      'С этим адресом снова попытались зарегистрироваться в Кабинете. У вас уже есть аккаунт, новый не создан.',
      `Войдите со своим паролем. Если не помните его, ${FORGOTTEN}.`,
    ],
    action: { label: 'Войти', url },
    notes: ['Если это были не вы, ничего делать не нужно: в аккаунте ничего не изменилось.'],
  };
}

export function passwordResetLetter(url: string): Letter {
  return {
    subject: 'Новый пароль — Кабинет',
    title: 'Новый пароль',
    paragraphs: ['Вы попросили задать новый пароль. После этого на всех устройствах нужно будет войти заново.'],
    action: { label: 'Задать пароль', url },
    notes: [
      'Ссылка действует 30 минут и срабатывает один раз.',
      'Если вы об этом не просили, ничего делать не нужно: пароль остаётся прежним.',
    ],
  };
}

export function passwordChangedLetter(url: string): Letter {
  return {
    subject: 'Пароль изменён — Кабинет',
    title: 'Пароль изменён',
    paragraphs: ['Пароль вашего аккаунта изменён. На всех устройствах нужно войти заново.'],
    action: { label: 'Войти', url },
    notes: [`Если это были не вы, сразу задайте новый пароль: ${FORGOTTEN}.`],
  };
}

/** `when` is in the practitioner's zone; `device` is named as in the profile's list of devices. */
export function newPlaceLetter(url: string, when: string, device: string): Letter {
  return {
    subject: 'Вход из новой сети — Кабинет',
    title: 'Вход из новой сети',
    paragraphs: [
      'В ваш аккаунт вошли из сети, из которой раньше не входили.',
      `Когда: ${when} по вашему времени. Устройство: ${device}.`,
    ],
    action: { label: 'Посмотреть устройства', url },
    notes: [
      'Если это были вы, ничего делать не нужно: так бывает в поездке или после смены провайдера.',
      'Если не вы, завершите этот вход в профиле, в разделе «Устройства», и сразу смените пароль.',
    ],
  };
}

export function newDeviceLetter(url: string, when: string, device: string): Letter {
  return {
    subject: 'Вход с нового устройства — Кабинет',
    title: 'Вход с нового устройства',
    paragraphs: [
      'В ваш аккаунт вошли с устройства или из браузера, с которых раньше не входили.',
      `Когда: ${when} по вашему времени. Устройство: ${device}.`,
    ],
    action: { label: 'Посмотреть устройства', url },
    notes: [
      'Если это были вы, ничего делать не нужно.',
      'Если не вы, завершите этот вход в профиле, в разделе «Устройства», и сразу смените пароль.',
    ],
  };
}

/** Sent to the new address. */
export function emailChangeLetter(url: string): Letter {
  return {
    subject: 'Подтвердите новый адрес — Кабинет',
    title: 'Подтвердите новый адрес',
    paragraphs: [
      'Вы меняете адрес своего аккаунта в Кабинете на этот. Чтобы подтвердить его, откройте страницу и введите пароль.',
      'После этого на всех устройствах нужно будет войти заново, уже с новым адресом.',
    ],
    action: { label: 'Подтвердить адрес', url },
    notes: [
      'Ссылка действует 30 минут.',
      'Если вы об этом не просили, ничего делать не нужно: адрес остаётся прежним.',
    ],
  };
}

/** Sent to the address of the time of the request, also where it is sent after the change. */
export function emailChangeRequestedLetter(url: string): Letter {
  return {
    subject: 'Запрошена смена адреса — Кабинет',
    title: 'Запрошена смена адреса',
    paragraphs: [
      'Для вашего аккаунта запрошена смена адреса электронной почты. Пока новый адрес не подтверждён, всё остаётся по-прежнему.',
    ],
    action: { label: 'Открыть Кабинет', url },
    notes: [`Если это были не вы, смените пароль: ${FORGOTTEN}.`],
  };
}

export function emailChangedLetter(url: string): Letter {
  return {
    subject: 'Адрес изменён — Кабинет',
    title: 'Адрес изменён',
    paragraphs: ['Теперь вы входите в Кабинет с этим адресом. Пароль прежний, на всех устройствах нужно войти заново.'],
    action: { label: 'Войти', url },
    notes: [],
  };
}

/** Sent to the former address. */
export function emailChangedFromLetter(url: string): Letter {
  return {
    subject: 'Адрес аккаунта изменён — Кабинет',
    title: 'Адрес аккаунта изменён',
    paragraphs: [
      'С этим адресом больше нельзя войти в Кабинет: в аккаунте теперь другой адрес. Все прежние входы завершены.',
    ],
    action: { label: 'Вернуть прежний адрес', url },
    notes: [
      'Если адрес сменили вы, ничего делать не нужно.',
      'Если не вы, верните его: ссылка действует 72 часа и срабатывает один раз. Потом сразу задайте новый пароль, его знает кто-то ещё.',
      'Если ссылка уже не действует, напишите тем, кто ведёт эту установку Кабинета: они закроют вход.',
    ],
  };
}

/** Sent to the address that the account has again. */
export function emailTakenBackLetter(url: string): Letter {
  return {
    subject: 'Прежний адрес возвращён — Кабинет',
    title: 'Прежний адрес возвращён',
    paragraphs: [
      'Смена адреса отменена по ссылке из письма: вы снова входите в Кабинет с этим адресом. Все входы завершены, прежние ссылки из писем больше не действуют.',
      `Пароль остался прежним, а для смены адреса его нужно знать. Если адрес сменили не вы, сразу задайте новый: ${FORGOTTEN}.`,
    ],
    action: { label: 'Войти', url },
    notes: [
      'Если при входе нужен код, которого у вас нет, или в аккаунте что-то не так, напишите тем, кто ведёт эту установку Кабинета.',
    ],
  };
}

/** Sent to the address that the account had until the change was taken back. */
export function emailTakenBackFromLetter(url: string): Letter {
  return {
    subject: 'Смена адреса отменена — Кабинет',
    title: 'Смена адреса отменена',
    paragraphs: [
      'С этим адресом больше нельзя войти в Кабинет: по ссылке из письма на прежний адрес аккаунта его вернули. Все входы завершены.',
    ],
    action: { label: 'Открыть Кабинет', url },
    notes: ['Если адрес вернули не вы, напишите тем, кто ведёт эту установку Кабинета.'],
  };
}

/** The last letter to an account. */
export function accountDeletedLetter(url: string): Letter {
  return {
    subject: 'Аккаунт удалён — Кабинет',
    title: 'Аккаунт удалён',
    paragraphs: [
      'Ваш аккаунт в Кабинете удалён вместе с клиентами, сессиями, заметками и заявками. Вернуть их нельзя.',
      'Страница записи больше не открывается, а с этим адресом можно зарегистрироваться заново.',
    ],
    action: { label: 'Открыть Кабинет', url },
    notes: ['Если аккаунт удалили не вы, ваш пароль знает кто-то ещё: смените его везде, где он такой же.'],
  };
}
