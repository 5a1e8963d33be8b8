import { isDeepStrictEqual } from 'node:util';
import { deliveryAddress } from '#domain/accounts/email.ts';
import { calendarFile, calendarMethod, type CalendarMeeting } from '#domain/letters/calendar-file.ts';
import { discreetName } from '#domain/letters/discreet.ts';
import { answerWords, letterWords } from '#domain/letters/letter-words.ts';
import type { Named, Told } from '#domain/letters/told-meetings.ts';
import type { Place } from '#domain/places/place.ts';
import { placeWords } from '#domain/letters/told-place.ts';
import type { ClientLetterKind } from '#domain/letters/letter.ts';
import { addressIn } from '#server/ground/config/mail-names.ts';
import type { Context } from '#server/ground/context.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import type { AddressedLetter } from '#server/ground/mail/write-letter.ts';

/** A meeting with its UID in calendars; '' for none. */
export type ComposedMeeting = Named & {
  uid: string;
  sequence: number;
  /** As letters name it; null for a cancelled meeting, and where there is none. */
  place: Place | null;
};

interface Composed extends Omit<Told, 'sender' | 'now' | 'meetings' | 'place'> {
  meetings: readonly [ComposedMeeting, ...ComposedMeeting[]];
  to: string;
  names: readonly string[];
  /** Returns the URL of the page for the n-th meeting, '' for none; called once for each meeting with a link. */
  pageOf: (meeting: number) => string;
  /** Reply-To; '' for none. */
  replyTo: string;
  /** The practitioner's phone for clients; '' for none. */
  phone: string;
  stopToken: string;
  /** The lines about payment; empty where nothing is said. */
  payLines: readonly string[];
  /** The page on which to choose another time after a rejection; '' for all other letters. */
  timesUrl: string;
}

/** The calendar file has meetings of this time span; later letters have those that follow. */
const CARRIED = { months: 12 };

const OPEN = 'Открыть встречу';
/** The label of the button in letters that are not about a meeting. */
const ACTIONS: Partial<Record<ClientLetterKind, string>> = {
  'request-received': 'Открыть заявку',
  'request-rejected': 'Выбрать другое время',
};

/** Assembles a letter to a client: words, calendar file and unsubscribe link. */
export function assembleClientLetter(context: Pick<Context, 'config' | 'now'>, told: Composed): AddressedLetter {
  const { to, kind, meetings, stopToken, timesUrl, replyTo, phone, pageOf } = told;
  const now = context.now();
  const sender = discreetName(...told.names);
  const places = meetings.flatMap(({ place, change }) => (change === 'cancelled' ? [] : [place]));
  const isOnePlace = places.every((place) => isDeepStrictEqual(place, places[0]));
  const named = isOnePlace
    ? { place: places[0] ?? null, meetings }
    : { place: null, meetings: mapped(meetings, (meeting) => ({ ...meeting, ...whereOf(meeting) })) };
  const { subject, title, times, paragraphs, link } = letterWords({ ...told, ...named, sender, now });
  const stopUrl = pageUrl(context, `/letters/stop/${stopToken}`);
  const last = now.toZonedDateTimeISO('UTC').add(CARRIED).toInstant();
  const file = {
    meetings: meetings.flatMap((meeting) => eventOf(meeting, last) ?? []),
    organizer: {
      name: sender,
      address: replyTo === '' ? addressIn(context.config.mailFrom) : deliveryAddress(replyTo),
    },
    attendee: replyTo === '' ? null : deliveryAddress(to),
    now,
  };
  const method = calendarMethod(file);
  const lines = [...paragraphs, ...told.payLines].map((line) => {
    const page = typeof line === 'string' ? '' : pageOf(line.meeting);
    const text = typeof line === 'string' ? line : line.text;
    return page === '' ? text : { text, label: OPEN, url: page };
  });
  const url = timesUrl || (meetings.length === 1 ? pageOf(0) : '');
  const hasPage = url !== '' || lines.some((line) => typeof line !== 'string');
  const isInvitation = file.meetings.length > 0 && method === 'REQUEST';
  return {
    to,
    letter: {
      subject,
      title,
      paragraphs: lines,
      ...(url !== '' && { action: { label: ACTIONS[kind] ?? OPEN, url } }),
      notes: answerWords({ kind, replyTo, phone, hasPage, isInvitation }),
      client: { from: sender, times, link, isOver: kind === 'session-cancelled', stopUrl },
    },
    sender,
    ...(replyTo !== '' && { replyTo }),
    headers: {
      'List-Unsubscribe': `<${stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...(file.meetings.length > 0 && { calendar: { method, content: calendarFile(file) } }),
  };
}

/** Returns where a meeting takes place, as a line below its date. */
function whereOf({ place }: ComposedMeeting): Pick<Named, 'where'> {
  if (!place) return {};
  const { line, link } = placeWords(place);
  const where = [line, link ? `${link.before}: ${link.shown}` : ''].filter(Boolean).join('. ');
  return where === '' ? {} : { where };
}

function mapped<Item, Result>([first, ...others]: readonly [Item, ...Item[]], to: (item: Item) => Result) {
  return [to(first), ...others.map(to)] as const;
}

function eventOf(
  { uid, sequence, start, duration, change, place }: ComposedMeeting,
  last: Temporal.Instant,
): CalendarMeeting | null {
  if (uid === '' || Temporal.Instant.compare(start, last) > 0) return null;
  return { uid: `${uid}@kabinet`, sequence, start, duration, cancelled: change === 'cancelled', place };
}
