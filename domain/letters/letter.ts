import type { Pay } from '#domain/money/ask-pay.ts';
import type { Place } from '#domain/places/place.ts';

/** Kinds of letters about a visit: to a client, or to a visitor who left an address. */
export const CLIENT_LETTER_KINDS = [
  'request-received',
  'request-approved',
  'request-rejected',
  'session-planned',
  'session-moved',
  'session-changed',
  'session-cancelled',
  'session-reminder',
  'series-planned',
  'series-moved',
] as const;
export type ClientLetterKind = (typeof CLIENT_LETTER_KINDS)[number];

const WITHOUT_PLACE: readonly ClientLetterKind[] = ['request-received', 'request-rejected', 'session-cancelled'];

/** Returns whether a letter is about a future meeting, so that it names the place. */
export function tellsPlace(kind: ClientLetterKind): boolean {
  return !WITHOUT_PLACE.includes(kind);
}

/** `POST /api/letters/preview`: a letter as a mail program shows it, and its parts. */
export interface LetterPreview {
  subject: string;
  text: string;
  html: string;
  from: string;
  title: string;
  times: string[];
  /** Whether the times are struck out because they no longer hold. */
  isOver: boolean;
  paragraphs: string[];
  /** Shown smaller, after the action. */
  notes: string[];
  /** The label of its button; null for a letter without one. */
  action: string | null;
  /** The label of the unsubscribe link. */
  stop: string;
  /** False without a mail server: letters remain in a folder of the server. */
  mailServer: boolean;
  /** Whether letters to clients wait until the operator releases them. */
  held: boolean;
  /**
   * The place of meetings with a client without a place of their own; null where the letter is about no future meeting.
   */
  place: Place | null;
  /** How a client without a price of their own pays; null where the letter says nothing about it. */
  pay: Pay | null;
}

/** 'due' includes being sent; 'unknown' was handed over without a response, so that it may have arrived. */
export const CLIENT_LETTER_STATES = ['due', 'sent', 'unknown', 'failed', 'expired', 'dropped'] as const;
export type ClientLetterState = (typeof CLIENT_LETTER_STATES)[number];

/** Whether a client gets letters: by e-mail or not at all. */
export const REMINDERS = ['email', 'none'] as const;

/** Why a client's letters are off without the practitioner's choice: the address opted out, or refuses every letter. */
export const LETTERS_OFF = ['stopped', 'refused'] as const;
export type LettersOff = '' | (typeof LETTERS_OFF)[number];

export const REMINDER_HOURS = [2, 3, 6, 12, 24, 48, 72] as const;

export const LETTER_DEFAULTS = {
  client_letters: true,
  reminder_hours: 24,
  quiet_from: '21:00',
  quiet_to: '09:00',
  sender_name: '',
  reply_to: '',
} as const;

/** The most letters a day, over all practitioners, to an address that no client of the sending practitioner has. */
export const STRANGER_LETTERS_A_DAY = 3;

/** How many refused letters in a row end a client's letters. */
export const REFUSALS_IN_A_ROW = 4;

/**
 * The delay of letters after a change by the practitioner: since the last change of the meeting, and at most since the
 * first. A change that is undone within it causes no letter.
 */
export const LETTER_SETTLES_SECONDS = { LAST: 120, FIRST: 300 } as const;
