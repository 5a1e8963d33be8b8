import { cleanEmail, EMAIL_MAX, EMAIL_MISTYPED, isEmail } from '#domain/accounts/email.ts';
import { NAME_MAX } from '#domain/profiles/name-limit.ts';
import { atLeast, atMost, mistakeIn, type Rule } from '#domain/rule.ts';
import { readable } from '#domain/text/readable-text.ts';

export const PASSWORD_LIMITS = { min: 8, max: 71 } as const;

/** '' or an address; comes out as it was typed, without what stands around it. Its domain may have letters of any script. */
export const EMAIL_RULE: Required<Rule<string>> = {
  clean: cleanEmail,
  checks: [
    atMost(EMAIL_MAX, 'Слишком длинный email'),
    (email) =>
      email === '' || isEmail(email) ? null : { code: 'invalid_format', format: 'email', text: EMAIL_MISTYPED },
  ],
};

/** The same where an address is needed. */
export const OWN_EMAIL_RULE: Rule<string> = {
  clean: cleanEmail,
  checks: [atLeast(1, 'Введите email'), ...EMAIL_RULE.checks],
};

export const PASSWORD_RULE: Rule<string> = {
  checks: [
    atLeast(PASSWORD_LIMITS.min, `Пароль должен содержать минимум ${PASSWORD_LIMITS.min} символов`),
    atMost(PASSWORD_LIMITS.max, `Пароль не длиннее ${PASSWORD_LIMITS.max} символов`),
  ],
};

export const NAME_RULE = readable(atMost(NAME_MAX, `Имя не длиннее ${NAME_MAX} символов`));

// What the forms of an account show: the text of the first mistake.

export function emailMistake(typed: string): string | null {
  return mistakeIn(OWN_EMAIL_RULE, typed);
}

export function newPasswordMistake(typed: string): string | null {
  return mistakeIn(PASSWORD_RULE, typed);
}

export function nameMistake(typed: string): string | null {
  return mistakeIn(NAME_RULE, typed);
}
