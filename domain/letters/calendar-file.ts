import { calendarPlace } from '#domain/letters/told-place.ts';
import type { Place } from '#domain/places/place.ts';

/** A meeting for a calendar: the same `uid` with a higher `sequence` replaces the earlier entry. */
export interface CalendarMeeting {
  uid: string;
  sequence: number;
  start: Temporal.Instant;
  /** In minutes. */
  duration: number;
  cancelled: boolean;
  /** As letters name it; null for none. */
  place: Place | null;
}

export interface CalendarFile {
  meetings: readonly CalendarMeeting[];
  /** The sender's name, and the address that receives replies. */
  organizer: { name: string; address: string };
  /** The recipient's address; null where replies are not wanted. */
  attendee: string | null;
  now: Temporal.Instant;
}

const SUMMARY = 'Встреча';
const LINE_BYTES = 75;

/**
 * Returns the METHOD of a file (RFC 5546). REQUEST shows buttons and sends a reply to the organizer, so it is only for
 * one meeting with a practitioner who reads replies; calendar programs do not treat several meetings as one invitation.
 */
export function calendarMethod({ meetings, attendee }: Pick<CalendarFile, 'meetings' | 'attendee'>) {
  if (meetings.every(({ cancelled }) => cancelled)) return 'CANCEL';
  return attendee !== null && meetings.length === 1 ? 'REQUEST' : 'PUBLISH';
}

/** Returns an .ics file (RFC 5545) with times and places only. */
export function calendarFile(file: CalendarFile): string {
  const method = calendarMethod(file);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kabinet//Kabinet//RU',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...file.meetings.flatMap((meeting) => eventOf(meeting, file, method === 'REQUEST')),
    'END:VCALENDAR',
  ];
  return `${lines.map(foldedLine).join('\r\n')}\r\n`;
}

function eventOf(
  { uid, sequence, start, duration, cancelled, place }: CalendarMeeting,
  { organizer, attendee, now }: CalendarFile,
  asks: boolean,
): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${calendarStamp(now)}`,
    `DTSTART:${calendarStamp(start)}`,
    `DTEND:${calendarStamp(start.add({ minutes: duration }))}`,
    `SUMMARY:${SUMMARY}`,
    ...(place && !cancelled ? calendarPlace(place) : []),
    `ORGANIZER;CN="${parameter(organizer.name)}":mailto:${addressOf(organizer.address)}`,
    ...(asks ? [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${addressOf(attendee ?? '')}`] : []),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'CLASS:PRIVATE',
    cancelled ? 'TRANSP:TRANSPARENT' : 'TRANSP:OPAQUE',
    'END:VEVENT',
  ];
}

/** Returns '20261124T070000Z', in UTC, so that it does not depend on the calendar's own list of zones. */
export function calendarStamp(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second', roundingMode: 'floor' }).replaceAll(/[-:]/g, '');
}

function parameter(text: string): string {
  return text.replaceAll(/["\p{C}]/gu, ' ').trim();
}

function addressOf(address: string): string {
  return address.replaceAll(/[\s\p{C};,"]/gu, '');
}

/** Splits a line of more than 75 bytes, continuing it on the next one after a space, without splitting characters. */
export function foldedLine(line: string): string {
  let result = '';
  let bytes = 0;
  for (const character of line) {
    const point = character.codePointAt(0) ?? 0;
    const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes + size > LINE_BYTES) {
      result += '\r\n ';
      bytes = 1;
    }
    result += character;
    bytes += size;
  }
  return result;
}
