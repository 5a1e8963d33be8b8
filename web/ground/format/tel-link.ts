import { phoneDigits } from '#domain/clients/phone.ts';

/** The `tel:` address of a typed phone number; null when there is nothing to dial. */
export function telLink(phone: string): string | null {
  const typed = phone.replace(/\D/g, '');
  if (typed.length < 3) return null;
  if (phone.trim().startsWith('+')) return `tel:+${typed}`;
  const digits = phoneDigits(phone);
  return /^7\d{10}$/.test(digits) ? `tel:+${digits}` : `tel:${typed}`;
}
