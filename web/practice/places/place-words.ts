import { readableLink } from '#domain/places/link.ts';
import type { Place, PlaceFacts } from '#domain/places/place.ts';

/** A client's place, as the record API returns it. */
export type ClientPlaceRecord = NonNullable<PlaceFacts['client']>;

/** A place in one line; '' if it is not set. */
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
