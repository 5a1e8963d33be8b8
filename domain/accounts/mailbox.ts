import { emailKey } from '#domain/accounts/email.ts';

/** Domains that lead to the same mailboxes, by the one that stands for them. */
const SAME_MAILBOXES: Readonly<Record<string, readonly string[]>> = {
  'gmail.com': ['googlemail.com'],
  'yandex.ru': [
    'ya.ru',
    'narod.ru',
    'yandex.com',
    'yandex.com.tr',
    'yandex.net',
    ...['az', 'by', 'co.il', 'ee', 'fr', 'kg', 'kz', 'lt', 'lv', 'md', 'tj', 'tm', 'ua', 'uz'].map(
      (country) => `yandex.${country}`,
    ),
  ],
  'icloud.com': ['me.com', 'mac.com'],
  'proton.me': ['protonmail.com', 'protonmail.ch', 'pm.me'],
};
const FIRST_NAME = new Map(
  Object.entries(SAME_MAILBOXES).flatMap(([first, others]) => others.map((other) => [other, first] as const)),
);

/** What these providers do not tell apart in the part before the @. */
const SAME_NAMES: Readonly<Record<string, (name: string) => string>> = {
  'gmail.com': (name) => name.replaceAll('.', ''),
  'yandex.ru': (name) => name.replaceAll('.', '-'),
  'proton.me': (name) => name.replaceAll(/[._-]/g, ''),
};

/**
 * By what an address is counted: `anna+1@…` and `anna+2@…` are one mailbox with most providers, and some have several
 * ways more to write one.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  if (at < 0) return key;
  const domain = FIRST_NAME.get(key.slice(at + 1)) ?? key.slice(at + 1);
  // What begins with a plus has no name before it: a telephone number is all of its mailbox.
  const name = key.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return `${SAME_NAMES[domain]?.(name) || name}@${domain}`;
}
