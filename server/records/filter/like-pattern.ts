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

/** Whether a folded text matches, as `like` does it. */
export function likeMatches(pattern: LikePattern, text: string): boolean {
  const steps = pattern.flatMap<Step>((part) =>
    typeof part === 'object' ? Array.from(part.text, (character) => ({ character })) : [part],
  );
  return stepsMatch(steps, Array.from(text));
}

type Step = 'one' | 'many' | { character: string };

/** Only the last '%' ever has to be tried again, one character further: no exponential search. */
function stepsMatch(steps: readonly Step[], text: readonly string[]): boolean {
  let at = 0;
  let inText = 0;
  let retry: { at: number; inText: number } | null = null;
  while (inText < text.length) {
    const step = steps[at];
    if (step === 'many') {
      retry = { at, inText };
      at += 1;
    } else if (step === 'one' || (typeof step === 'object' && step.character === text[inText])) {
      at += 1;
      inText += 1;
    } else if (retry) {
      retry.inText += 1;
      inText = retry.inText;
      at = retry.at + 1;
    } else {
      return false;
    }
  }
  return steps.slice(at).every((step) => step === 'many');
}
