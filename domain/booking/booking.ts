import type { ShownConsent } from '#domain/consents/consent.ts';

/** The field of a request that people do not see: what fills it in is no person. Its name means nothing, so that no extension knows what to put there. */
export const TRAP = 'b7';

export const BOOKING_STATUSES = ['pending', 'confirmed', 'cancelled'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** Specification §4. */
export const BOOKING_STATUS_LABEL: Record<BookingStatus, string> = {
  pending: 'Ожидает',
  confirmed: 'Подтверждена',
  cancelled: 'Отклонена',
};

/**
 * What an approval does with the address of a visitor whose known client has none (LETTER-01): hands it over, leaves it
 * with the request, or is refused with `client_known`, so that the practitioner decides.
 */
export const VISITOR_EMAILS = ['give', 'leave', 'ask'] as const;
export type VisitorEmail = (typeof VISITOR_EMAILS)[number];

/** Minutes that a request holds and that the session made of it lasts; specification §9. */
export const BOOKING_DURATION = 60;

/** How long an unanswered request holds its time (BOOK-08). */
export const BOOKING_HOLD_HOURS = 48;

export const BOOKING_LIMITS = { nameMax: 200, phoneMax: 50, messageMax: 2000 } as const;

export const BOOKING_TEXT = {
  incomplete: 'Пожалуйста, заполните все обязательные поля',
} as const;

/** `GET /api/booking-page/{hash}` */
export interface BookingPage {
  name: string;
  timeZone: string;
  /** What a visitor has to agree to; null where the practitioner does not ask. */
  consent: ShownConsent | null;
  /** Only where the practitioner takes no requests at present. */
  accepting?: false;
  /** Only where the practitioner sends no letters. */
  letters?: false;
}

/** A start that a visitor may choose: the instant ('2026-11-23T06:00:00Z') and the practitioner's wall time. */
export interface Slot {
  start: string;
  time: string;
}

/** A day of the practitioner's zone; a day without free time has an empty list. */
export interface DaySlots {
  date: string;
  slots: Slot[];
}

/** `GET /api/booking-page/{hash}/slots`, `GET /api/sessions/free-slots` */
export interface FreeSlots {
  timeZone: string;
  days: DaySlots[];
  /** Only of a public page that takes no requests at present. */
  accepting?: false;
}

/** `POST /api/booking-page/{hash}`: what is stored, and what became of it. */
export interface BookingReceipt {
  id: string;
  start: string;
  status: BookingStatus;
  /** The token of the request's own page; '' where a letter brings it, or the request no longer waits. */
  visit: string;
}

/** `GET /api/booking/same-sender`: waiting requests, by id, that came from one sender each. */
export interface SameSenders {
  groups: string[][];
}

/** `POST /api/booking/{id}/reject-all-from-sender`: which were declined. */
export interface RejectedRequests {
  rejected: string[];
}

/** What the server puts into the public page's HTML, so that its first render needs no second request. */
export interface BookingPageData {
  hash: string;
  /** null: no practitioner has this link. */
  page: BookingPage | null;
  /** From today, in the practitioner's zone, to the end of the next month at most; null where no requests are taken. */
  slots: FreeSlots | null;
  /** Present only where no time is free ahead; the page then hides its form. */
  full?: true;
  /** When the server made it, epoch milliseconds: the device's clock can be wrong. */
  at?: number;
}

/** The days whose slots one call may ask for. */
export const MAX_SLOT_DAYS = 62;
