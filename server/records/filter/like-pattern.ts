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

/** Returns whether a folded text matches, as `like` does: what stands between two '%' is found at its first place. */
export function likeMatches(pattern: LikePattern, text: string): boolean {
  const [first = '', ...others] = runsOf(pattern);
  const last = others.pop();
  if (last === undefined) return RegExp(`^${first}$`, 'u').test(text);
  let at = endOf(RegExp(first, 'uy'), text, 0);
  for (const run of others) at = at < 0 ? at : endOf(RegExp(run, 'ug'), text, at);
  return at >= 0 && endOf(RegExp(`${last}$`, 'ug'), text, at) >= 0;
}

/** Returns the parts between two '%' as regular expressions of a fixed length. */
function runsOf(pattern: LikePattern): string[] {
  const runs = [''];
  for (const part of pattern) {
    if (part === 'many') runs.push('');
    else runs.push(runs.pop() + (part === 'one' ? '[^]' : RegExp.escape(part.text)));
  }
  return runs;
}

/** Returns the place after the first match from a place on; -1 without one. */
function endOf(run: RegExp, text: string, from: number): number {
  run.lastIndex = from;
  return run.test(text) ? run.lastIndex : -1;
}
