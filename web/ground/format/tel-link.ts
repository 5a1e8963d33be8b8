import { dialledNumber } from '#domain/clients/phone-numbers.ts';
import { showPhone } from '#domain/clients/phone.ts';

/**
 * The `tel:` address of the number in a typed phone, with its extension after a pause; null if there is nothing to
 * dial.
 */
export function telLink(phone: string): string | null {
  const number = dialledNumber(phone);
  if (!number) return null;
  const { digits, isInternational, extension } = number;
  return `tel:${isInternational ? '+' : ''}${digits}${extension && `,${extension}`}`;
}

/** The dialled number in words: '+7 (495) 204-18-35, доб. 12'; nothing if the typed text is just that number. */
export function showDialled(phone: string): string | undefined {
  const number = dialledNumber(phone);
  if (!number) return undefined;
  const { digits, isInternational, extension } = number;
  const shown = showPhone(isInternational ? `+${digits}` : digits) + (extension && `, доб.\u00A0${extension}`);
  return phone.replace(/\D/g, '').length > digits.length ? `Позвонить: ${shown}` : undefined;
}
