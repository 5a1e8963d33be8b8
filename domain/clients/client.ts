import { phoneNumbers } from '#domain/clients/phone-numbers.ts';
import type { REMINDERS } from '#domain/letters/letter.ts';
import type { PayWay } from '#domain/money/money.ts';
import type { ClientPlace } from '#domain/places/place.ts';
import { cleanText } from '#domain/text/clean-text.ts';
import { fold } from '#domain/text/fold.ts';

export const CLIENT_LIMITS = {
  nameMin: 2,
  nameMax: 200,
  phoneMin: 6,
  phoneMax: 50,
  descriptionMax: 5000,
  requestMax: 5000,
  agreementMax: 5000,
  emergencyMax: 500,
  contactMax: 200,
} as const;

/** What few clients need: the form folds it, and a table need not say it. */
export const MORE_FIELDS = [
  'request',
  'agreement',
  'birth_date',
  'emergency',
  'contact',
  'tags',
  'price',
  'pay_way',
] as const;

export type MoreField = (typeof MORE_FIELDS)[number];

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
  place: ClientPlace;
  /** Of online meetings; '' where the practitioner's holds. */
  place_link: string;
  /** What the client comes with. */
  request: string;
  /** What was agreed on: how often, how to call off. */
  agreement: string;
  /** 'YYYY-MM-DD'; ''. */
  birth_date: string;
  /** Whom to call in an emergency. */
  emergency: string;
  /** Another way to write to the client. */
  contact: string;
  tags: readonly string[];
  /** Rubles as they are typed; '' where the practitioner's usual price holds. */
  price: string;
  /** How the client usually pays; '' where none is usual. */
  pay_way: PayWay | '';
}

/**
 * By what a client is recognised (CLIENT-09, BOOK-02): in lines the name, in which inner spaces count as one, and each
 * number of the phone. A phone without a number recognises by its text.
 */
export function clientKey(name: string, phone: string): string {
  const numbers = phoneNumbers(phone).map(({ digits }) => digits);
  return [asOneLine(name), ...(numbers.length > 0 ? new Set(numbers) : [asOneLine(phone)])].join('\n');
}

/** Returns whether two keys are of one person: the same name with a number that both have. */
export function isSamePerson(one: string, other: string): boolean {
  const [name, ...numbers] = one.split('\n');
  const [otherName, ...others] = other.split('\n');
  return name === otherName && numbers.some((number) => others.includes(number));
}

/** Between what the keys of all clients of the same name stand, half-open, in the order of code points. */
export function keysOfName(key: string): { from: string; to: string } {
  const [name] = key.split('\n');
  return { from: `${name}\n`, to: `${name}\u000B` };
}

/**
 * The text that client search looks through: folded name, the phone as typed, and the digits of each of its numbers,
 * of a Russian one both as +7 and as 8.
 */
export function clientSearchText(name: string, phone: string): string {
  const numbers = phoneNumbers(phone).flatMap(({ digits }) =>
    /^7\d{10}$/.test(digits) ? [digits, `8${digits.slice(1)}`] : [digits],
  );
  // Of what is too short for a number, or written as no number is.
  const typed = numbers.length > 0 ? [] : [phone.replace(/\D/g, '')].filter(Boolean);
  return [fold(cleanText(name)), fold(cleanText(phone)), ...new Set([...numbers, ...typed])].join(' ');
}

function asOneLine(text: string): string {
  return fold(cleanText(text)).replace(/\s+/g, ' ').trim();
}

/** Specification §3: 'Сайт' unless added by hand; 'Другое' for records marked handmade that carry no other source. */
export function clientSource(client: { source: string; handmade: boolean }): string {
  return client.source || (client.handmade ? CLIENT_SOURCE.other : CLIENT_SOURCE.site);
}
