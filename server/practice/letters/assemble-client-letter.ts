import { deliveryAddress } from '#domain/accounts/email.ts';
import { calendarFile, calendarMethod } from '#domain/letters/calendar-file.ts';
import { discreetName } from '#domain/letters/discreet.ts';
import { answerWords, type Told, letterWords } from '#domain/letters/letter-words.ts';
import type { ClientLetterKind } from '#domain/letters/letter.ts';
import { addressIn } from '#server/ground/config/mail-names.ts';
import type { Context } from '#server/ground/context.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import type { AddressedLetter } from '#server/ground/mail/write-letter.ts';

interface Composed extends Omit<Told, 'sender' | 'now'> {
  to: string;
  names: readonly string[];
  /** Where an answer goes; '' where nobody reads it. */
  replyTo: string;
  /** The practitioner's, for clients; '' for none. */
  phone: string;
  /** What calendars know the meeting by; '' for a letter without a calendar file. */
  uid: string;
  sequence: number;
  stopToken: string;
  /** The client's own page of the meeting, after a rejection the one to ask for another time; '' for none. */
  visitUrl: string;
}

const WITH_CALENDAR: readonly ClientLetterKind[] = [
  'request-approved',
  'session-planned',
  'session-moved',
  'session-cancelled',
  'session-reminder',
];

/** What the button says of a letter that is not about a meeting. */
const ACTIONS: Partial<Record<ClientLetterKind, string>> = {
  'request-received': 'Открыть заявку',
  'request-rejected': 'Выбрать другое время',
};

/** Puts a letter to a client together: words, calendar file and the way out. */
export function assembleClientLetter(context: Pick<Context, 'config' | 'now'>, told: Composed): AddressedLetter {
  const { to, kind, starts, uid, sequence, duration, stopToken, visitUrl, replyTo, phone } = told;
  const now = context.now();
  const sender = discreetName(...told.names);
  const { subject, title, times, paragraphs } = letterWords({ ...told, sender, now });
  const stopUrl = pageUrl(context, `/letters/stop/${stopToken}`);
  const meeting = {
    uid,
    sequence,
    start: starts[0],
    duration,
    cancelled: kind === 'session-cancelled',
    organizer: { name: sender, address: addressIn(context.config.mailFrom) },
    attendee: deliveryAddress(to),
    now,
  };
  const calendar =
    uid !== '' && WITH_CALENDAR.includes(kind)
      ? { calendar: { method: calendarMethod(meeting), content: calendarFile(meeting) } }
      : {};
  return {
    to,
    letter: {
      subject,
      title,
      paragraphs,
      ...(visitUrl !== '' && { action: { label: ACTIONS[kind] ?? 'Открыть встречу', url: visitUrl } }),
      notes: answerWords({ kind, replyTo, phone, hasPage: visitUrl !== '' }),
      client: { from: sender, times, isOver: kind === 'session-cancelled', stopUrl },
    },
    sender,
    ...(replyTo !== '' && { replyTo }),
    headers: {
      'List-Unsubscribe': `<${stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...calendar,
  };
}
