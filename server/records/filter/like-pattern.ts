import { fold } from '#domain/text/fold.ts';
import { badFilter } from '#server/records/filter/bad-filter.ts';

/** Folded text to match literally, '_' (one character), '%' (zero or more characters). */
export type LikePart = { text: string } | 'one' | 'many';

/** A pattern matches whole texts; without wildcards of its own it matches anywhere in them. */
export type LikePattern = readonly LikePart[];

/** Bounds the cost of a search: an engine can restart at each wildcard. */
const LIKE_LIMITS = { characters: 500, wildcards: 10 } as const;

/**
 * Reads the right side of '~' (record API §3.5): with an unescaped '%' it is used as given, and '_' is a wildcard too;
 * otherwise every character stands for itself. '\%', '\_' and '\\' are the characters, any other backslash is itself.
 */
export function likePattern(value: string): LikePattern {
  if (value.length > LIKE_LIMITS.characters) {
    throw badFilter(`a text to look for is longer than ${LIKE_LIMITS.characters} characters`);
  }
  const parts = readParts(fold(value));
  if (parts.filter((part) => part === 'many').length > LIKE_LIMITS.wildcards) {
    throw badFilter(`a text to look for has more than ${LIKE_LIMITS.wildcards} wildcards`);
  }
  if (parts.includes('many')) return joined(parts);
  const literal = parts.map((part) => (part === 'one' ? { text: '_' } : part));
  return joined(['many', ...literal, 'many']);
}

function readParts(value: string): LikePart[] {
  return Array.from(value.matchAll(/\\[\\%_]|[^]/gu), ([character]) => {
    if (character === '%') return 'many';
    if (character === '_') return 'one';
    return { text: character.length === 2 && /^\\[\\%_]$/.test(character) ? character.slice(1) : character };
  });
}

/** Joins neighbouring texts and wildcards. */
function joined(parts: readonly LikePart[]): LikePattern {
  const result: LikePart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (typeof part === 'object' && typeof last === 'object')
      result[result.length - 1] = { text: last.text + part.text };
    else if (part !== 'many' || last !== 'many') result.push(part);
  }
  return result;
}

/** Returns the pattern for `like … escape '\'`. */
export function likeText(pattern: LikePattern): string {
  return pattern
    .map((part) => {
      if (part === 'many') return '%';
      if (part === 'one') return '_';
      return part.text.replaceAll(/[\\%_]/g, '\\$&');
    })
    .join('');
}

/** Returns the text that a pattern finds anywhere; null if the pattern does more than that. */
export function textAnywhere(pattern: LikePattern): string | null {
  const [first, middle, last] = pattern;
  return pattern.length === 3 && first === 'many' && typeof middle === 'object' && last === 'many' ? middle.text : null;
}

/**
 * Returns how many characters of a pattern an engine can compare at every place of a text: after a wildcard it restarts
 * at the next place, up to once per character of the text.
 */
export function comparedAnywhere(pattern: LikePattern): number {
  const behind = pattern.slice(pattern.indexOf('many'));
  return behind.reduce((sum, part) => sum + (typeof part === 'object' ? part.text.length : Number(part === 'one')), 0);
}

/** Places of a text at which a run is tried between two checks of the clock. */
const TRIED_AT_ONCE = 1000;

/** Returns whether a folded text matches, as `like` does. Calls `step` from time to time, which can throw. */
export function likeMatches(pattern: LikePattern, text: string, step: () => void = () => undefined): boolean {
  const [first = [], ...others] = runsOf(pattern);
  const last = others.pop();
  let at = endOf(first, text, 0);
  if (!last) return at === text.length;
  for (const run of others) at = at === null ? null : findEnd(run, text, at, step);
  const lastAt = placeFromEnd(text, lengthOf(last));
  return at !== null && lastAt !== null && lastAt >= at && endOf(last, text, lastAt) === text.length;
}

/** The part between two '%', found in one piece. */
type Run = readonly ({ text: string } | 'one')[];

function runsOf(pattern: LikePattern): Run[] {
  const runs: ({ text: string } | 'one')[][] = [[]];
  for (const part of pattern) {
    if (part === 'many') runs.push([]);
    else runs.at(-1)?.push(part);
  }
  return runs;
}

/** Returns the place after a run at this place; null if it does not match there. */
function endOf(run: Run, text: string, from: number): number | null {
  let at = from;
  for (const part of run) {
    if (part === 'one') {
      if (at >= text.length) return null;
      at += widthAt(text, at);
    } else if (text.startsWith(part.text, at)) at += part.text.length;
    else return null;
  }
  return at;
}

/** Returns the place after the first match of a run from this place on; null without a match. */
function findEnd(run: Run, text: string, from: number, step: () => void): number | null {
  const words = run.findIndex((part) => part !== 'one');
  const start = endOf(run.slice(0, words < 0 ? run.length : words), text, from);
  const [word, ...rest] = words < 0 ? [] : run.slice(words);
  if (start === null || typeof word !== 'object') return start;
  let tried = 0;
  for (let at = text.indexOf(word.text, start); at >= 0; at = text.indexOf(word.text, at + 1)) {
    tried += 1;
    if (tried % TRIED_AT_ONCE === 0) step();
    const end = endOf(rest, text, at + word.text.length);
    if (end !== null) return end;
  }
  return null;
}

/** Characters of a run. */
function lengthOf(run: Run): number {
  return run.reduce((sum, part) => sum + (part === 'one' ? 1 : Array.from(part.text).length), 0);
}

/** Returns the place this many characters before the end of a text; null if the text is shorter. */
function placeFromEnd(text: string, characters: number): number | null {
  let at = text.length;
  for (let count = 0; count < characters; count += 1) {
    if (at === 0) return null;
    at -= at > 1 && widthAt(text, at - 2) === 2 ? 2 : 1;
  }
  return at;
}

/** 2 for a character of two UTF-16 units. */
function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
