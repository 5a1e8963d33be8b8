import { z } from 'zod';
import { EMAIL_RULE, NAME_RULE, OWN_EMAIL_RULE, PASSWORD_RULE } from '#domain/accounts/mistakes.ts';
import { NAME_MAX } from '#domain/profiles/name-limit.ts';
import { textSchema } from '#domain/schema-of.ts';
import { cleanText } from '#domain/text/clean-text.ts';

export const optionalEmail = textSchema(EMAIL_RULE);
export const emailAddress = textSchema(OWN_EMAIL_RULE);
export const newPassword = textSchema(PASSWORD_RULE);

/** What registration asks for; an empty name becomes the part of the e-mail before '@' (specification §5). */
export const registration = z.object({
  name: textSchema(NAME_RULE),
  email: emailAddress,
  password: newPassword,
});

export function nameOrMailbox(name: string, email: string): string {
  return cleanText(name) || email.slice(0, email.indexOf('@')).slice(0, NAME_MAX);
}
