import type { Letter } from '#server/ground/mail/render-letter.ts';

/** Texts of the letters about a second factor. Each function takes the URL that the letter's button opens. */

const CHANGE_PASSWORD = 'Если это были не вы, сразу смените пароль: на странице входа нажмите «Забыли пароль?».';

export function secondFactorOnLetter(url: string): Letter {
  return {
    subject: 'Двухфакторный вход включён — Кабинет',
    title: 'Двухфакторный вход включён',
    paragraphs: [
      'Теперь при входе, кроме пароля, нужен код из приложения на телефоне.',
      'Сохраните запасные коды: с ними можно войти, если телефона нет под рукой.',
    ],
    action: { label: 'Открыть настройки входа', url },
    notes: ['Если это были не вы, выключите двухфакторный вход в профиле и сразу смените пароль.'],
  };
}

export function secondFactorOffLetter(url: string): Letter {
  return {
    subject: 'Двухфакторный вход выключен — Кабинет',
    title: 'Двухфакторный вход выключен',
    paragraphs: ['Для входа снова достаточно одного пароля. Прежние запасные коды больше не действуют.'],
    action: { label: 'Открыть настройки входа', url },
    notes: [CHANGE_PASSWORD],
  };
}

export function secondFactorOffByOperatorLetter(url: string): Letter {
  return {
    subject: 'Двухфакторный вход выключен — Кабинет',
    title: 'Двухфакторный вход выключен',
    paragraphs: [
      'Двухфакторный вход в ваш аккаунт выключил администратор Кабинета. Для входа достаточно одного пароля.',
      'Прежние запасные коды больше не действуют. Включить двухфакторный вход снова можно в профиле.',
    ],
    action: { label: 'Открыть настройки входа', url },
    notes: ['Если вы об этом не просили, сообщите администратору и смените пароль.'],
  };
}

export function recoveryCodesLetter(url: string): Letter {
  return {
    subject: 'Новые запасные коды — Кабинет',
    title: 'Новые запасные коды',
    paragraphs: ['Для вашего аккаунта сделаны новые запасные коды. Прежние больше не действуют.'],
    action: { label: 'Открыть настройки входа', url },
    notes: [CHANGE_PASSWORD],
  };
}

/** `when` is in the practitioner's zone; `left` is how many recovery codes are unused. */
export function recoveryCodeUsedLetter(url: string, when: string, device: string, left: number): Letter {
  return {
    subject: 'Вход по запасному коду — Кабинет',
    title: 'Вход по запасному коду',
    paragraphs: [
      'В ваш аккаунт вошли по паролю и запасному коду. Этот код больше не действует.',
      `Когда: ${when} по вашему времени. Устройство: ${device}.`,
      `Неиспользованных кодов осталось: ${left}.`,
    ],
    action: { label: 'Посмотреть устройства', url },
    notes: [
      'Если кодов мало, сделайте новые в профиле, в разделе «Вход и безопасность».',
      'Если это были не вы, завершите этот вход в разделе «Устройства» и сразу смените пароль.',
    ],
  };
}

export function codesRefusedLetter(url: string): Letter {
  return {
    subject: 'Неверные коды при входе — Кабинет',
    title: 'Неверные коды при входе',
    paragraphs: [
      'Кто-то ввёл ваш пароль и несколько раз подряд неверный код. Без кода войти не получилось.',
      'Если это были вы, проверьте время на телефоне: от него зависят коды.',
    ],
    action: { label: 'Открыть Кабинет', url },
    notes: [
      'Если это были не вы, ваш пароль знает кто-то ещё: сразу смените его, нажав «Забыли пароль?» на странице входа.',
    ],
  };
}
