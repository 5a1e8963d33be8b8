import { z } from 'zod';
import { NAME_MAX } from '#domain/profiles/name-limit.ts';
import { cleanText } from '#domain/text/clean-text.ts';
import { readableText } from '#domain/text/readable-text.ts';

export const PASSWORD_LIMITS = { min: 8, max: 71 } as const;

const EMAIL_MAX = 254;

/** As zod's own, and with the last part of a domain that stands for other letters: 'xn--p1ai' is 'рф'. */
const asciiEmail = z
  .email({
    pattern: /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/i,
  })
  .max(EMAIL_MAX);

/** '' or an address; comes out trimmed and as it was typed. Its domain may have letters of any script. */
export const optionalEmail = z
  .string()
  .trim()
  .max(EMAIL_MAX, 'Слишком длинный email')
  .check((context) => {
    const { value } = context;
    // One error for a text that is too long: its format does not matter then.
    if (value === '' || value.length > EMAIL_MAX || asciiEmail.safeParse(deliveryAddress(value)).success) return;
    const message = 'Проверьте email: похоже, в нём опечатка';
    context.issues.push({ code: 'invalid_format', format: 'email', input: value, message });
  });

/** The same where an address is needed. */
export const emailAddress = optionalEmail.min(1, 'Введите email');

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

/**
 * The address as mail servers and `emailKey` know it: a domain in letters of another script in its ASCII form
 * ('user@почта.рф' is 'user@xn--80a1acny.xn--p1ai'). Anything that is no such address is left as it is.
 */
export function deliveryAddress(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // What has a meaning in an address of the web is in no domain.
  if (/^[\p{ASCII}]*$|[\s/?#@:\\%[\]]/u.test(domain) || !URL.canParse(`http://${domain}`)) return email;
  return email.slice(0, at) + new URL(`http://${domain}`).hostname;
}

/** By what an address is recognised: neither case nor the way in which its domain is written matters. */
export function emailKey(email: string): string {
  return deliveryAddress(email.trim()).toLowerCase();
}

/** By what an address is counted: `anna+1@…` and `anna+2@…` are one mailbox with most providers. */
export function untaggedKey(email: string): string {
  // What begins with a plus has no name before it: a telephone number is all of its mailbox.
  return emailKey(email).replace(/(?<=.)\+[^@]*(?=@)/, '');
}
