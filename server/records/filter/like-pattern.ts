import { fold } from '#domain/text/fold.ts';
import { badFilter } from '#server/records/filter/bad-filter.ts';

/** Folded text to be found as it is, '_' (one character), '%' (any number of characters, none included). */
export type LikePart = { text: string } | 'one' | 'many';

/** A pattern is matched against whole texts; without wildcards of its own it is looked for anywhere in them. */
export type LikePattern = readonly LikePart[];

/** What a text may cost to be looked for: each wildcard may make an engine begin again. */
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

/** Neighbouring texts and wildcards become one. */
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

/** The pattern for `like … escape '\'`. */
export function likeText(pattern: LikePattern): string {
  return pattern
    .map((part) => {
      if (part === 'many') return '%';
      if (part === 'one') return '_';
      return part.text.replaceAll(/[\\%_]/g, '\\$&');
    })
    .join('');
}

/** The text that a pattern looks for anywhere, where that is all it does. */
export function textAnywhere(pattern: LikePattern): string | null {
  const [first, middle, last] = pattern;
  return pattern.length === 3 && first === 'many' && typeof middle === 'object' && last === 'many' ? middle.text : null;
}

/**
 * How many characters of a pattern an engine may compare at every place of a text: behind a wildcard it begins again at
 * the next place, as often as the text is long.
 */
export function comparedAnywhere(pattern: LikePattern): number {
  const behind = pattern.slice(pattern.indexOf('many'));
  return behind.reduce((sum, part) => sum + (typeof part === 'object' ? part.text.length : Number(part === 'one')), 0);
}

/** Places of a text at which a run is tried between two looks at the clock. */
const TRIED_AT_ONCE = 1000;

/** Whether a folded text matches, as `like` does it. `step` is called now and then while it goes on, and may throw. */
export function likeMatches(pattern: LikePattern, text: string, step: () => void = () => undefined): boolean {
  const [first = [], ...others] = runsOf(pattern);
  const last = others.pop();
  let at = endOf(first, text, 0);
  if (!last) return at === text.length;
  for (const run of others) at = at === null ? null : findEnd(run, text, at, step);
  const lastAt = placeFromEnd(text, lengthOf(last));
  return at !== null && lastAt !== null && lastAt >= at && endOf(last, text, lastAt) === text.length;
}

/** What stands between two '%': to be found in one piece. */
type Run = readonly ({ text: string } | 'one')[];

function runsOf(pattern: LikePattern): Run[] {
  const runs: ({ text: string } | 'one')[][] = [[]];
  for (const part of pattern) {
    if (part === 'many') runs.push([]);
    else runs.at(-1)?.push(part);
  }
  return runs;
}

/** Where the text goes on behind a run that stands at this place; null where it does not stand there. */
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

/** Where the text goes on behind the first place from this one on at which the run stands; null where there is none. */
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

/** The place so many characters before the end of a text; null where it is shorter. */
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
