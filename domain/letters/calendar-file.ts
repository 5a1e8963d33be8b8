/** A meeting as calendars take it: the same `uid` with a higher `sequence` replaces what they have. */
export interface CalendarMeeting {
  uid: string;
  sequence: number;
  start: Temporal.Instant;
  /** Minutes. */
  duration: number;
  cancelled: boolean;
  /** The sender as shown, and the address that letters come from. */
  organizer: { name: string; address: string };
  /** The address of the letter. */
  attendee: string;
  now: Temporal.Instant;
}

const SUMMARY = 'Встреча';
const LINE_BYTES = 75;

export function calendarMethod({ cancelled }: Pick<CalendarMeeting, 'cancelled'>): 'REQUEST' | 'CANCEL' {
  return cancelled ? 'CANCEL' : 'REQUEST';
}

/** Returns an .ics file (RFC 5545) with nothing but the time. */
export function calendarFile(meeting: CalendarMeeting): string {
  const { uid, sequence, start, duration, cancelled, organizer, attendee, now } = meeting;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kabinet//Kabinet//RU',
    'CALSCALE:GREGORIAN',
    `METHOD:${calendarMethod(meeting)}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${calendarStamp(now)}`,
    `DTSTART:${calendarStamp(start)}`,
    `DTEND:${calendarStamp(start.add({ minutes: duration }))}`,
    `SUMMARY:${SUMMARY}`,
    `ORGANIZER;CN="${parameter(organizer.name)}":mailto:${addressOf(organizer.address)}`,
    `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${addressOf(attendee)}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'CLASS:PRIVATE',
    cancelled ? 'TRANSP:TRANSPARENT' : 'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(foldedLine).join('\r\n')}\r\n`;
}

/** '20261124T070000Z': an instant, so that a calendar's own list of zones does not matter. */
export function calendarStamp(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second', roundingMode: 'floor' }).replaceAll(/[-:]/g, '');
}

function parameter(text: string): string {
  return text.replaceAll(/["\p{C}]/gu, ' ').trim();
}

function addressOf(address: string): string {
  return address.replaceAll(/[\s\p{C};,"]/gu, '');
}

/** A line of more than 75 bytes continues on the next one, after a space; no character is cut. */
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
