import type { ArchiveRow } from '#domain/archive/columns.ts';
import type { Reading } from '#domain/archive/words.ts';
import { calendarStamp, foldedLine } from '#domain/letters/calendar-file.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';

export const CALENDAR_HEAD = lines([
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Kabinet//Kabinet//RU',
  'CALSCALE:GREGORIAN',
]);
export const CALENDAR_END = lines(['END:VCALENDAR']);

/** Returns a session as a calendar entry (RFC 5545); '' for a cancelled one. `names` are the names of clients by id. */
export function calendarEntry(session: ArchiveRow<'sessions'>, { names }: Pick<Reading, 'names'>): string {
  const { id, date, duration, status, updated, client } = session;
  if (status === 'canceled') return '';
  const start = parseStoredInstant(date);
  return lines([
    'BEGIN:VEVENT',
    `UID:${id}@kabinet`,
    `DTSTAMP:${calendarStamp(parseStoredInstant(updated))}`,
    `DTSTART:${calendarStamp(start)}`,
    `DTEND:${calendarStamp(start.add({ minutes: duration }))}`,
    `SUMMARY:${calendarText(names.get(client) ?? 'Сессия')}`,
    'CLASS:PRIVATE',
    'END:VEVENT',
  ]);
}

function calendarText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${foldedLine(text)}\r\n`).join('');
}
