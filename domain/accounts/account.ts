import { z } from 'zod';
import { deliveryAddress, EMAIL_MAX, EMAIL_MISTYPED, isEmail } from '#domain/accounts/email.ts';
import { ACCOUNT_TEXT, PASSWORD_LIMITS } from '#domain/accounts/mistakes.ts';
import { NAME_MAX } from '#domain/profiles/name-limit.ts';
import { cleanText } from '#domain/text/clean-text.ts';
import { readableText } from '#domain/text/readable-text.ts';

/** '' or an address; comes out trimmed and as it was typed. Its domain may have letters of any script. */
export const optionalEmail = z
  .string()
  .trim()
  .max(EMAIL_MAX, ACCOUNT_TEXT.emailLong)
  .check((context) => {
    const { value } = context;
    // One error for a text that is too long: its format does not matter then.
    if (value === '' || value.length > EMAIL_MAX || isEmail(value)) return;
    context.issues.push({ code: 'invalid_format', format: 'email', input: value, message: EMAIL_MISTYPED });
  });

/** The same where an address is needed. */
export const emailAddress = optionalEmail.min(1, ACCOUNT_TEXT.emailMissing);

export const newPassword = z
  .string()
  .min(PASSWORD_LIMITS.min, ACCOUNT_TEXT.passwordShort)
  .max(PASSWORD_LIMITS.max, ACCOUNT_TEXT.passwordLong);

/** What registration asks for; an empty name becomes the part of the e-mail before '@' (specification §5). */
export const registration = z.object({
  name: readableText.max(NAME_MAX, ACCOUNT_TEXT.nameLong),
  email: emailAddress,
  password: newPassword,
});

export function nameOrMailbox(name: string, email: string): string {
  return cleanText(name) || email.slice(0, email.indexOf('@')).slice(0, NAME_MAX);
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
