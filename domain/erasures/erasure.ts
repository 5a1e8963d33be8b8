import { fold } from '#domain/text/fold.ts';

/** Why a person is erased: they asked, the purpose is reached, the term of keeping is over, or another reason. */
export const ERASURE_REASONS = ['request', 'purpose', 'term', 'other'] as const;

export type ErasureReason = (typeof ERASURE_REASONS)[number];

/** What goes: `sessions` are those to come, `texts` past sessions that lose what was written about them. */
export const ERASED_KINDS = [
  'clients',
  'sessions',
  'texts',
  'series',
  'series_skips',
  'booking',
  'letters',
  'visit_links',
  'consents',
  'letter_stops',
] as const;

export type ErasedKind = (typeof ERASED_KINDS)[number];

export interface ErasedCounts {
  removed: Record<ErasedKind, number>;
  /** Past sessions that stay with date, length, status and price alone, and payments that stay without the person; absent of an earlier erasure. */
  kept: { sessions: number; payments?: number };
}

/** Each is kept with the erasure: without a bound a list of erasures could not be read. */
export const MOST_MENTIONS = 200;

/** `POST /api/clients/{id}/erase`. */
export interface ErasureReport extends ErasedCounts {
  /** The ids of the newest notes in which a word of the name occurs, at most `MOST_MENTIONS`. */
  mentions: string[];
  /** Null for a dry run. */
  erasure: Erasure | null;
}

/** The record of an erasure: never a name. */
export interface Erasure {
  id: string;
  client: string;
  reason: ErasureReason;
  kinds: ErasedCounts;
  mentions: string[];
  created: string;
  updated: string;
}

/** Shorter words than the first are initials; shorter than the second they have no ending of a case. */
const SHORTEST_WORD = 2;
const SHORTEST_STEM = 3;
const LONGEST_ENDING = 3;

/** Returns whether a text has a word of a name, in any case: rather one word too many than a person overlooked. */
export function nameFinder(name: string): (text: string) => boolean {
  const words = (fold(name).match(/\p{L}+/gu) ?? []).filter(({ length }) => length >= SHORTEST_WORD);
  if (words.length === 0) return () => false;
  const found = new RegExp(`(?<!\\p{L})(?:${words.map(formsOf).join('|')})(?!\\p{L})`, 'u');
  return (text) => found.test(fold(text));
}

/** The last letter of a Russian name changes with the case, unless it is a consonant. */
function formsOf(word: string): string {
  if (word.length < SHORTEST_STEM) return word;
  const forms = `${word.replace(/[аеиоуыэюяйь]$/, '')}\\p{L}{0,${LONGEST_ENDING}}`;
  // The vowel before it can go: Павел and Павлом, Любовь and Любви, Лев and Льва.
  const [, start, consonant] = /^(.+)[ео]([бвгджзклмнпрстфхцчшщ]ь?)$/.exec(word) ?? [];
  if (start === undefined || consonant === undefined) return forms;
  return `${forms}|${start}ь?${consonant.replace('ь', '')}[аеиоуыюяь]\\p{L}{0,${LONGEST_ENDING - 1}}`;
}
