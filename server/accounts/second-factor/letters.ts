import { aboutSignIn, type SecondFactorLetter, toAccount } from '#server/accounts/letters/letter-writers.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import { type LetterText, withButton } from '#server/ground/mail/render-letter.ts';
import type { LetterWriters } from '#server/ground/mail/write-letter.ts';
import { findFactor, unusedCodes } from '#server/accounts/second-factor/factor.ts';

const CHANGE_PASSWORD = 'Если это были не вы, сразу смените пароль: на странице входа нажмите «Забыли пароль?».';

/** Texts of the letters about a second factor, by kind. */
const FACTOR_TEXTS = {
  'second-factor-on': {
    title: 'Двухфакторный вход включён',
    paragraphs: [
      'Теперь при входе, кроме пароля, нужен код из приложения на телефоне.',
      'Сохраните запасные коды: с ними можно войти, если телефона нет под рукой.',
    ],
    label: 'Открыть настройки входа',
    notes: ['Если это были не вы, выключите двухфакторный вход в профиле и сразу смените пароль.'],
  },
  'second-factor-off': {
    title: 'Двухфакторный вход выключен',
    paragraphs: ['Для входа снова достаточно одного пароля. Прежние запасные коды больше не действуют.'],
    label: 'Открыть настройки входа',
    notes: [CHANGE_PASSWORD],
  },
  'second-factor-off-by-operator': {
    title: 'Двухфакторный вход выключен',
    paragraphs: [
      'Двухфакторный вход в ваш аккаунт выключил администратор Кабинета. Для входа достаточно одного пароля.',
      'Прежние запасные коды больше не действуют. Включить двухфакторный вход снова можно в профиле.',
    ],
    label: 'Открыть настройки входа',
    notes: ['Если вы об этом не просили, сообщите администратору и смените пароль.'],
  },
  'recovery-codes-made': {
    title: 'Новые запасные коды',
    paragraphs: ['Для вашего аккаунта сделаны новые запасные коды. Прежние больше не действуют.'],
    label: 'Открыть настройки входа',
    notes: [CHANGE_PASSWORD],
  },
  'codes-refused': {
    title: 'Неверные коды при входе',
    paragraphs: [
      'Кто-то ввёл ваш пароль и несколько раз подряд неверный код. Без кода войти не получилось.',
      'Если это были вы, проверьте время на телефоне: от него зависят коды.',
    ],
    label: 'Открыть Кабинет',
    notes: [
      'Если это были не вы, ваш пароль знает кто-то ещё: сразу смените его, нажав «Забыли пароль?» на странице входа.',
    ],
  },
} satisfies Partial<Record<SecondFactorLetter, LetterText>>;

/** `when` is in the practitioner's zone; `left` is how many recovery codes are unused. */
function recoveryCodeUsedText(when: string, device: string, left: number): LetterText {
  return {
    title: 'Вход по запасному коду',
    paragraphs: [
      'В ваш аккаунт вошли по паролю и запасному коду. Этот код больше не действует.',
      `Когда: ${when} по вашему времени. Устройство: ${device}.`,
      `Неиспользованных кодов осталось: ${left}.`,
    ],
    label: 'Посмотреть устройства',
    notes: [
      'Если кодов мало, сделайте новые в профиле, в разделе «Вход и безопасность».',
      'Если это были не вы, завершите этот вход в разделе «Устройства» и сразу смените пароль.',
    ],
  };
}

/** Writers of the letters about a second factor, by kind (SAFE-03). */
export const secondFactorLetters: Pick<LetterWriters, SecondFactorLetter> = {
  'second-factor-on': withSettings(FACTOR_TEXTS['second-factor-on']),
  'second-factor-off': withSettings(FACTOR_TEXTS['second-factor-off']),
  'second-factor-off-by-operator': withSettings(FACTOR_TEXTS['second-factor-off-by-operator']),
  'recovery-codes-made': withSettings(FACTOR_TEXTS['recovery-codes-made']),
  'recovery-code-used': aboutSignIn(async ({ when, device }, { context, user }) => {
    const factor = await findFactor(context.db.read, ownerId(user));
    return recoveryCodeUsedText(when, device, factor ? unusedCodes(factor).length : 0);
  }),
  'codes-refused': toAccount((context) => withButton(FACTOR_TEXTS['codes-refused'], pageUrl(context, '/auth'))),
};

function withSettings(text: LetterText): ReturnType<typeof toAccount> {
  return toAccount((context) => withButton(text, pageUrl(context, '/dashboard/profile?section=access')));
}
