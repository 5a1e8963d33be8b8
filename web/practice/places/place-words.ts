import { readableLink } from '#domain/places/link.ts';
import type { Place, PlaceFacts } from '#domain/places/place.ts';

/** Where a client is met, as the record API has it. */
export type ClientPlaceRecord = NonNullable<PlaceFacts['client']>;

/** A place in one line; '' where nothing is said of it. */
export function showPlace({ kind, text, link }: Place): string {
  switch (kind) {
    case 'online':
      return link === '' ? 'Онлайн' : `Онлайн: ${readableLink(link)}`;
    case 'office':
      return text || 'В\u00A0кабинете';
    case 'other':
      return text;
    case 'none':
      return '';
  }
}
