import { withoutLinks } from '#domain/letters/addresses.ts';
import { saysTooMuch } from '#domain/letters/discreet.ts';
import { readableLink, withoutLinksIn } from '#domain/places/link.ts';
import type { Place } from '#domain/places/place.ts';
import { hasLetterOrDigit } from '#domain/text/clean-text.ts';
import { isolated } from '#domain/text/isolated.ts';

const LINKS_FROM_HOURS = 24;

/** Returns whether letters of an account carry links of places: whom nobody knows yet sends none to strangers. */
export function carriesLinks(registered: Temporal.Instant, now: Temporal.Instant): boolean {
  return now.since(registered).total('hours') >= LINKS_FROM_HOURS;
}

/** Returns whether letters leave a text out, for a word in it; its links are not judged (LETTER-05). */
export function isLeftOut(text: string): boolean {
  return saysTooMuch(withoutLinksIn(text));
}

/**
 * Returns a place as far as letters tell it (PLACE-02): what is left out counts as never said, so that two places that
 * read the same are the same here.
 */
export function toldPlace({ kind, text, link }: Place, withLinks: boolean): Place {
  const told = { text: toldText(text, withLinks), link: withLinks ? link : '' };
  const isNothing = kind === 'other' && told.text === '' && told.link === '';
  return { kind: isNothing ? 'none' : kind, ...told };
}

/** Returns a text of the practitioner's as far as letters carry it; '' where they do not. */
export function toldText(text: string, withLinks: boolean): string {
  if (isLeftOut(text)) return '';
  return withLinks ? text : plain(text);
}

function plain(text: string): string {
  const rest = withoutLinks(text);
  if (rest === text) return text;
  const words = rest
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[\s,;:.–—-]+|[\s,;:–—-]+$/gu, '')
    .trim();
  return hasLetterOrDigit(words) ? words : '';
}

/** What a letter says of a told place: a line, and a link with the word before it. */
export interface PlaceWords {
  /** '' for none. */
  line: string;
  link: { before: string; shown: string; href: string } | null;
}

export function placeWords({ kind, text, link }: Place): PlaceWords {
  const line = text === '' ? '' : `Где: ${isolated(text)}`;
  switch (kind) {
    case 'online':
      return link === '' ? { line: 'Встреча онлайн', link: null } : { line: '', link: linkWords('Онлайн', link) };
    case 'office':
      return { line: line || 'Встреча в кабинете', link: null };
    case 'other':
      return { line, link: link === '' || text.includes(link) ? null : linkWords('Ссылка', link) };
    case 'none':
      return { line: '', link: null };
    default:
      return kind satisfies never;
  }
}

function linkWords(before: string, link: string): PlaceWords['link'] {
  return { before, shown: readableLink(link), href: new URL(link).href };
}

/** Returns the LOCATION and URL of a told place, unfolded lines of an .ics file. */
export function calendarPlace({ text, link }: Place): string[] {
  const href = link === '' ? '' : new URL(link).href;
  const location = text || href;
  return [
    ...(location === '' ? [] : [`LOCATION:${location.replaceAll(/[\\;,]/g, String.raw`\$&`)}`]),
    ...(href === '' ? [] : [`URL:${href}`]),
  ];
}
