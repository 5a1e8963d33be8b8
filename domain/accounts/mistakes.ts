import { EMAIL_MAX, EMAIL_MISTYPED, isEmail } from '#domain/accounts/email.ts';
import { NAME_MAX } from '#domain/profiles/name-limit.ts';
import { cleanText, hasLetterOrDigit } from '#domain/text/clean-text.ts';

export const PASSWORD_LIMITS = { min: 8, max: 71 } as const;

export const ACCOUNT_TEXT = {
  emailMissing: 'Введите email',
  emailLong: 'Слишком длинный email',
  passwordShort: `Пароль должен содержать минимум ${PASSWORD_LIMITS.min} символов`,
  passwordLong: `Пароль не длиннее ${PASSWORD_LIMITS.max} символов`,
  nameLong: `Имя не длиннее ${NAME_MAX} символов`,
  nameSilent: 'Нужна хотя бы одна буква или цифра',
} as const;

// The rules of `account.ts` without zod, which a sign-in would wait for. Each returns the text of the first mistake.

export function emailMistake(typed: string): string | null {
  const email = typed.trim();
  if (email === '') return ACCOUNT_TEXT.emailMissing;
  if (email.length > EMAIL_MAX) return ACCOUNT_TEXT.emailLong;
  return isEmail(email) ? null : EMAIL_MISTYPED;
}

export function newPasswordMistake(typed: string): string | null {
  if (typed.length < PASSWORD_LIMITS.min) return ACCOUNT_TEXT.passwordShort;
  return typed.length > PASSWORD_LIMITS.max ? ACCOUNT_TEXT.passwordLong : null;
}

export function nameMistake(typed: string): string | null {
  const name = cleanText(typed);
  if (name !== '' && !hasLetterOrDigit(name)) return ACCOUNT_TEXT.nameSilent;
  return name.length > NAME_MAX ? ACCOUNT_TEXT.nameLong : null;
}
