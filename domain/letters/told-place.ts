import { withoutLinks } from '#domain/letters/addresses.ts';
import { saysTooMuch } from '#domain/letters/discreet.ts';
import { readableLink, withoutLinksIn } from '#domain/places/link.ts';
import type { Place } from '#domain/places/place.ts';
import { hasLetterOrDigit } from '#domain/text/clean-text.ts';
import { isolated } from '#domain/text/isolated.ts';

const LINKS_FROM_HOURS = 24;

/**
 * Returns whether letters of an account may contain links of places; new, unknown accounts must not send links to
 * strangers.
 */
export function carriesLinks(registered: Temporal.Instant, now: Temporal.Instant): boolean {
  return now.since(registered).total('hours') >= LINKS_FROM_HOURS;
}

/** Returns whether letters omit a text because of a word in it; its links do not count (LETTER-05). */
export function isLeftOut(text: string): boolean {
  return saysTooMuch(withoutLinksIn(text));
}

/**
 * Returns a place as letters name it (PLACE-02), without what they omit, so that two places which read the same are
 * equal.
 */
export function toldPlace({ kind, text, link }: Place, withLinks: boolean): Place {
  const told = { text: toldText(text, withLinks), link: withLinks ? link : '' };
  const isNothing = kind === 'other' && told.text === '' && told.link === '';
  return { kind: isNothing ? 'none' : kind, ...told };
}

/** Returns a practitioner's text as letters contain it; '' if they omit it. */
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

/** What a letter says about such a place: a line, and a link with a word before it. */
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

/** Returns the LOCATION and URL of such a place, as unfolded lines of an .ics file. */
export function calendarPlace({ text, link }: Place): string[] {
  const href = link === '' ? '' : new URL(link).href;
  const location = text || href;
  return [
    ...(location === '' ? [] : [`LOCATION:${location.replaceAll(/[\\;,]/g, String.raw`\$&`)}`]),
    ...(href === '' ? [] : [`URL:${href}`]),
  ];
}
