import { phoneDigits } from '#domain/clients/phone.ts';
import type { REMINDERS } from '#domain/letters/letter.ts';
import { cleanText } from '#domain/text/clean-text.ts';
import { fold } from '#domain/text/fold.ts';

export const CLIENT_LIMITS = { nameMin: 2, nameMax: 200, phoneMin: 6, phoneMax: 50, descriptionMax: 5000 } as const;

export const CLIENT_TEXT = {
  duplicate: 'Клиент с такими данными уже существует',
  nameTooShort: 'Имя должно содержать минимум 2 символа',
  phoneTooShort: 'Телефон должен содержать минимум 6 символов',
  fromBooking: 'Клиент из онлайн-записи',
} as const;

/** As shown and as stored, specification §3. */
export const CLIENT_SOURCE = { site: 'Сайт', byHand: 'Ручной ввод', other: 'Другое' } as const;

export interface ClientInput {
  name: string;
  phone: string;
  description: string;
}

/** The whole form of a client. */
export interface ClientForm extends ClientInput {
  /** Where letters go; '' for none. */
  email: string;
  /** When reminders go; '' for the practitioner's zone. */
  time_zone: string;
  /** '' where the practitioner's choice for all clients holds. */
  reminders: '' | (typeof REMINDERS)[number];
}

/**
 * By what a client is recognised: folded name and the phone's digits (CLIENT-09, BOOK-02). Inner spaces count as one.
 * A phone without digits recognises by its text.
 */
export function clientKey(name: string, phone: string): string {
  const spaced = fold(cleanText(name)).replace(/\s+/g, ' ');
  return `${spaced}\n${phoneDigits(phone) || fold(cleanText(phone))}`;
}

/**
 * The text that client search looks through: folded name, the phone as typed, and its digits alone, of a Russian number
 * both as +7 and as 8.
 */
export function clientSearchText(name: string, phone: string): string {
  const digits = phoneDigits(phone);
  const asDialled = /^7\d{10}$/.test(digits) ? ` 8${digits.slice(1)}` : '';
  return `${fold(cleanText(name))} ${fold(cleanText(phone))} ${digits}${asDialled}`;
}

/** Specification §3: 'Сайт' unless added by hand; 'Другое' for records marked handmade that carry no other source. */
export function clientSource(client: { source: string; handmade: boolean }): string {
  return client.source || (client.handmade ? CLIENT_SOURCE.other : CLIENT_SOURCE.site);
}
