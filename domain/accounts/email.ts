import { cleanText } from '#domain/text/clean-text.ts';

export const EMAIL_MAX = 254;

/** Shown under the field. */
export const EMAIL_MISTYPED = 'Проверьте email: похоже, в\u00A0нём опечатка';

/** As zod's own, and with the last part of a domain that stands for other letters: 'xn--p1ai' is 'рф'. */
const EMAIL = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/i;

/** True for an address that letters can go to. Its domain may have letters of any script. */
export function isEmail(text: string): boolean {
  const address = text.length > EMAIL_MAX ? '' : deliveryAddress(text);
  return address.length <= EMAIL_MAX && EMAIL.test(address);
}

/**
 * The address as mail servers and `emailKey` know it: a domain in letters of another script in its ASCII form
 * ('user@почта.рф' is 'user@xn--80a1acny.xn--p1ai'). Anything that is no such address is left as it is.
 */
export function deliveryAddress(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // What has a meaning in an address of the web is in no domain.
  if (/^[\p{ASCII}]*$|[\s/?#@:\\%[\]]/u.test(domain)) return email;
  try {
    return email.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return email;
  }
}

/** Returns the address in what was typed or pasted: '\u200Banna@example.ru', 'mailto:anna@…', 'Анна <anna@…>'. */
export function cleanEmail(typed: string): string {
  const text = cleanText(typed);
  const address = /^[^<>]*<\s*([^<>\s]+@[^<>\s]+)\s*>$/.exec(text)?.[1] ?? text;
  return address.replace(/^(?:mailto:\s*)+/i, '');
}

/** By what an address is recognised: neither case nor the way in which its domain is written matters. */
export function emailKey(email: string): string {
  return deliveryAddress(cleanEmail(email)).toLowerCase();
}
