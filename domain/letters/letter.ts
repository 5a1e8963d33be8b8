import type { Pay } from '#domain/money/ask-pay.ts';
import type { Place } from '#domain/places/place.ts';

/** Letters about a visit: to a client, or to a visitor who left an address. */
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

/** Returns whether a letter is about a meeting to come, so that it says where that is. */
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
  /** Whether the times are void, and struck out. */
  isOver: boolean;
  paragraphs: string[];
  /** Smaller, behind the action. */
  notes: string[];
  /** What its button says; null for a letter without one. */
  action: string | null;
  /** What the way out says. */
  stop: string;
  /** False where none is set: letters stay in a folder of the server. */
  mailServer: boolean;
  /** Whether letters to clients wait until the operator lets them go. */
  held: boolean;
  /** Where a client of whom no place is said is met; null where the letter is about no meeting to come. */
  place: Place | null;
  /** How a client of whom no price is said pays; null where the letter says nothing of it. */
  pay: Pay | null;
}

/** 'due' also while it is being sent; 'unknown' was handed over without an answer, so that it may have arrived. */
export const CLIENT_LETTER_STATES = ['due', 'sent', 'unknown', 'failed', 'expired', 'dropped'] as const;
export type ClientLetterState = (typeof CLIENT_LETTER_STATES)[number];

/** Whether a client gets letters. */
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

/** Letters a day, over all practitioners, to an address that no client of the sending practitioner has. */
export const STRANGER_LETTERS_A_DAY = 3;

/** Letters that the mail server refuses for the recipient, one after the other, before a client's letters end. */
export const REFUSALS_IN_A_ROW = 4;

/**
 * What a press of the practitioner's causes leaves so long after the last one about the meeting, and so long after the
 * first at most: what is taken back by then sends nothing.
 */
export const LETTER_SETTLES_SECONDS = { LAST: 120, FIRST: 300 } as const;
