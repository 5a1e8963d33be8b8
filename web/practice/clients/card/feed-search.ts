import { fold } from '#domain/text/fold.ts';
import { foldedPlaces } from '#domain/text/folded-places.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import type { FeedEntry } from '#web/practice/clients/card/feed.ts';

export type FeedField = 'news' | 'thoughts' | 'message';

/** One occurrence of the searched text. */
export interface Hit {
  /** The index of its entry. */
  entry: number;
  field: FeedField;
  /** Which occurrence in this text, from 0. */
  nth: number;
}

/** The texts of an entry, in reading order. */
export function textsOf(entry: FeedEntry): readonly (readonly [FeedField, SealedText])[] {
  if ('request' in entry) return [['message', entry.request.message]];
  const { news, thoughts } = entry.session;
  return [
    ['news', news],
    ['thoughts', thoughts],
  ];
}

const folded = new WeakMap<FeedEntry, ReadonlyMap<FeedField, string>>();

/** Folding is the most expensive part of a search, so each text is folded only once. */
function foldedTexts(entry: FeedEntry): ReadonlyMap<FeedField, string> {
  const known = folded.get(entry);
  if (known) return known;
  const texts = new Map(textsOf(entry).map(([field, text]) => [field, fold(text ?? '')]));
  folded.set(entry, texts);
  return texts;
}

/** The typed text, folded for comparison; '' for nothing. */
export function soughtIn(typed: string): string {
  return fold(typed).trim();
}

/** All occurrences in the feed, compared like the server's own search (`fold`). */
export function findHits(entries: readonly FeedEntry[], sought: string): Hit[] {
  if (sought === '') return [];
  return entries.flatMap((each, entry) =>
    [...foldedTexts(each)].flatMap(([field, text]) =>
      placesOf(text, sought).map((_place, nth): Hit => ({ entry, field, nth })),
    ),
  );
}

/** The ranges of the searched text in a text, half-open; none if the text does not fold letter by letter. */
export function marksIn(text: string, sought: string): { start: number; end: number }[] {
  if (sought === '' || !fold(text).includes(sought)) return [];
  const places = foldedPlaces(text);
  if (!places) return [];
  return placesOf(places.folded, sought).map((start) => ({
    start: places.starts[start] ?? 0,
    end: places.ends[start + sought.length - 1] ?? 0,
  }));
}

function placesOf(text: string, sought: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) places.push(at);
  return places;
}

/**
 * The current hit after the feed or the searched text has changed: the same place, otherwise the next one after it,
 * otherwise the first one.
 */
export function hitFrom(hits: readonly Hit[], from: Hit | null): number {
  if (!from) return 0;
  const next = hits.findIndex(({ entry, nth }) => entry > from.entry || (entry === from.entry && nth >= from.nth));
  return Math.max(0, next);
}
