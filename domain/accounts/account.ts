import { z } from 'zod';
import { NAME_MAX } from '#domain/profiles/profile.ts';
import { cleanText } from '#domain/text/clean-text.ts';
import { readableText } from '#domain/text/readable-text.ts';

export const PASSWORD_LIMITS = { min: 8, max: 71 } as const;

export const emailAddress = z
  .string()
  .trim()
  .min(1, 'Введите email')
  .max(254, 'Слишком длинный email')
  .pipe(z.email('Проверьте email: похоже, в нём опечатка'));

export const newPassword = z
  .string()
  .min(PASSWORD_LIMITS.min, `Пароль должен содержать минимум ${PASSWORD_LIMITS.min} символов`)
  .max(PASSWORD_LIMITS.max, `Пароль не длиннее ${PASSWORD_LIMITS.max} символов`);

/** What registration asks for; an empty name becomes the part of the e-mail before '@' (specification §5). */
export const registration = z.object({
  name: readableText.max(NAME_MAX, `Имя не длиннее ${NAME_MAX} символов`),
  email: emailAddress,
  password: newPassword,
});

export function nameOrMailbox(name: string, email: string): string {
  return cleanText(name) || email.slice(0, email.indexOf('@')).slice(0, NAME_MAX);
}

/** By what an address is recognised: case does not matter. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** By what an address is counted: `anna+1@…` and `anna+2@…` are one mailbox with most providers. */
export function untaggedKey(email: string): string {
  return emailKey(email).replace(/\+[^@]*(?=@)/, '');
}
