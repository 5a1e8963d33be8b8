import { cleanEmail, EMAIL_MAX, EMAIL_MISTYPED, isEmail } from '#domain/accounts/email.ts';
import { BOOKING_LIMITS } from '#domain/booking/booking.ts';
import type { BookingRequest } from '#domain/booking/visit.ts';
import type { ShownConsent } from '#domain/consents/consent.ts';
import { hasLetterOrDigit } from '#domain/text/clean-text.ts';
import { storable } from '#domain/text/storable.ts';
import type { OfferedTime } from '#web/public/visitor/free-time.ts';

export type TextField = 'name' | 'phone' | 'email' | 'message';
export type Field = 'date' | 'time' | TextField | 'consent';
export type FieldErrors = Partial<Record<Field, string>>;

/** The visitor's choices and texts. They stay in this tab. */
export interface BookingForm {
  /** 'YYYY-MM-DD' of the practitioner's zone. */
  date: string | null;
  time: OfferedTime | null;
  name: string;
  phone: string;
  email: string;
  message: string;
  /** The id of the document that the visitor has consented to. */
  consent: string;
  errors: FieldErrors;
  /** The chosen time, if another visitor has taken it meanwhile. */
  lost: OfferedTime | null;
}

export const EMPTY_FORM: BookingForm = {
  date: null,
  time: null,
  name: '',
  phone: '',
  email: '',
  message: '',
  consent: '',
  errors: {},
  lost: null,
};

export type BookingFormAction =
  | { type: 'date chosen'; date: string }
  | { type: 'time chosen'; time: OfferedTime }
  | { type: 'typed'; field: TextField | 'consent'; text: string }
  | { type: 'refused'; errors: FieldErrors }
  | { type: 'time lost'; time: OfferedTime }
  | { type: 'emptied' };

export function bookingFormReducer(form: BookingForm, action: BookingFormAction): BookingForm {
  switch (action.type) {
    case 'date chosen':
      return { ...form, date: action.date, time: null, errors: without(form.errors, 'date', 'time') };
    case 'time chosen': {
      const { time } = action;
      return { ...form, date: time.date, time, lost: null, errors: without(form.errors, 'date', 'time') };
    }
    case 'typed':
      return { ...form, [action.field]: action.text, errors: without(form.errors, action.field) };
    case 'refused':
      return { ...form, errors: action.errors };
    case 'time lost':
      return { ...form, time: null, lost: action.time, errors: without(form.errors, 'time') };
    case 'emptied':
      return EMPTY_FORM;
  }
}

function without(errors: FieldErrors, ...fields: Field[]): FieldErrors {
  const left = { ...errors };
  for (const field of fields) delete left[field];
  return left;
}

const REQUIRED: Record<'date' | 'time' | 'name' | 'phone', string> = {
  date: 'Выберите дату',
  time: 'Выберите время',
  name: 'Укажите имя',
  phone: 'Укажите телефон',
};

/** The error under the box of a visitor who has not consented (CONSENT-02). */
export const CONSENT_NEEDED = 'Нужно согласие на\u00A0обработку персональных данных';

/**
 * Errors for missing required fields (specification §5), in the order of the page; `consent` is null if none is
 * required.
 */
export function missingFields(form: BookingForm, consent: Pick<ShownConsent, 'id'> | null): FieldErrors {
  const errors: FieldErrors = {};
  if (form.date === null) errors.date = REQUIRED.date;
  else if (form.time === null) errors.time = REQUIRED.time;
  if (!hasLetterOrDigit(form.name)) errors.name = REQUIRED.name;
  if (!hasLetterOrDigit(form.phone)) errors.phone = REQUIRED.phone;
  if (consent && form.consent !== consent.id) errors.consent = CONSENT_NEEDED;
  return errors;
}

/** Errors for texts longer than the server stores. They are never truncated: no typed text is lost. */
export function tooLongFields(form: BookingForm): FieldErrors {
  const { nameMax: name, phoneMax: phone, messageMax: message } = BOOKING_LIMITS;
  const limits = { name, phone, email: EMAIL_MAX, message };
  const errors: FieldErrors = {};
  for (const field of ['name', 'phone', 'email', 'message'] as const) {
    const { length } = form[field].trim();
    if (length > limits[field]) errors[field] = `Не\u00A0длиннее ${limits[field]} символов, сейчас ${length}`;
  }
  return errors;
}

/** An error for an address that the server would refuse. */
export function mistypedEmail(form: BookingForm): FieldErrors {
  const email = cleanEmail(form.email);
  return email === '' || isEmail(email) ? {} : { email: EMAIL_MISTYPED };
}

const ROOM_SAID_FROM = 200;

/** How much room a message has left, shown when there is little: '1850 из 2000 символов'. */
export function roomLeft(message: string): string | null {
  const { length } = message.trim();
  const left = BOOKING_LIMITS.messageMax - length;
  return left >= 0 && left <= ROOM_SAID_FROM ? `${length} из\u00A0${BOOKING_LIMITS.messageMax} символов` : null;
}

const ORDER: readonly Field[] = ['date', 'time', 'name', 'phone', 'email', 'message', 'consent'];

export function firstField(errors: FieldErrors): Field | null {
  return ORDER.find((field) => field in errors) ?? null;
}

/** The request body; texts are trimmed, empty optional ones and an unknown zone are left out. */
export function requestOf(form: BookingForm, time: OfferedTime, timeZone: string | null): BookingRequest {
  const message = storable(form.message).trim();
  const email = cleanEmail(form.email);
  return {
    start: time.start,
    name: storable(form.name).trim(),
    phone: storable(form.phone).trim(),
    ...(email && { email }),
    ...(message && { message }),
    ...(timeZone && { timeZone }),
    ...(form.consent && { consent: form.consent }),
  };
}

/** Shown once for a doubtful number: submitting again sends it unchanged. */
const PHONE_DOUBT =
  'Кажется, это не\u00A0весь номер, а\u00A0психолог позвонит по\u00A0нему. Проверьте номер; если он\u00A0верен, отправьте ещё раз.';

/** Warns once per number that looks incomplete, because the psychologist calls it. */
export function phoneDoubt(form: BookingForm): FieldErrors {
  return looksUnfinished(form.phone) && form.errors.phone !== PHONE_DOUBT ? { phone: PHONE_DOUBT } : {};
}

const LIKELY_DIGITS = 10;

/** True if a number is probably incomplete. The form accepts it nevertheless after one warning. */
export function looksUnfinished(phone: string): boolean {
  const digits = phone.replace(/\D/g, '').length;
  return phone.trim() !== '' && digits < LIKELY_DIGITS;
}
