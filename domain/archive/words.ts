import { BOOKING_STATUS_LABEL } from '#domain/booking/booking.ts';
import type { ArchiveRow } from '#domain/archive/columns.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';

/** What is needed to print the readable files of an archive. */
export interface Reading {
  /** The practitioner's IANA time zone. */
  timeZone: string;
  /** The names of clients, by id. */
  names: ReadonlyMap<string, string>;
  /** The texts that clients agreed to, by id. */
  documents: ReadonlyMap<string, Pick<ArchiveRow<'consent_documents'>, 'version' | 'title' | 'text'>>;
}

export const DAYS = ['воскресенье', 'понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота'] as const;

/** Returns '21.11.2026 12:00' in the zone, which the Russian Excel recognises as a date; '' for ''. */
export function showInstant(stored: string, { timeZone }: Pick<Reading, 'timeZone'>): string {
  if (stored === '') return '';
  const at = parseStoredInstant(stored).toZonedDateTimeISO(timeZone);
  return `${showDay(at.toPlainDate().toString())} ${at.toPlainTime().toString({ smallestUnit: 'minute' })}`;
}

/** Returns '21.11.2026' for a date without a zone; '' for ''. */
export function showDay(date: string): string {
  return date.slice(0, 10).split('-').toReversed().join('.');
}

const PLACES = { '': '', online: 'Онлайн', office: 'В\u00A0кабинете' } as const;

export function showPlace({ place }: Pick<ArchiveRow<'clients'>, 'place'>): string {
  return PLACES[place];
}

export function showTags({ tags }: Pick<ArchiveRow<'clients'>, 'tags'>): string {
  return tags.join('; ');
}

/**
 * Returns the tags for a cell of CSV; a semicolon after a single tag with a comma keeps the import from splitting it.
 */
export function tagsCell(client: Pick<ArchiveRow<'clients'>, 'tags'>): string {
  const text = showTags(client);
  return client.tags.length === 1 && text.includes(',') ? `${text};` : text;
}

export function showManner({ manner }: Pick<ArchiveRow<'consents'>, 'manner'>): string {
  return manner === 'web' ? 'на сайте' : 'на бумаге';
}

export function showRequestStatus({ status, withdrawn }: Pick<ArchiveRow<'booking'>, 'status' | 'withdrawn'>): string {
  return withdrawn ? 'Отозвана' : BOOKING_STATUS_LABEL[status];
}
