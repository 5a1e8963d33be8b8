import type { Mistake, Rule } from '#domain/rule.ts';
import { fold } from '#domain/text/fold.ts';
import { LINE_END } from '#domain/text/line-end.ts';

/** Of one client; a tag's characters are code points. */
export const TAG_LIMITS = { most: 10, longest: 30 } as const;

const NOT_ONE_LINE = { code: 'custom', text: 'Метка\u00A0— одной строкой, без переносов' } as const;
const TOO_LONG = {
  code: 'custom',
  text: `Метка не\u00A0длиннее ${TAG_LIMITS.longest} символов`,
  params: {
    code: 'validation_max_text_constraint',
    message: `Must be no more than ${TAG_LIMITS.longest} character(s).`,
  },
} as const;
const TOO_MANY = {
  code: 'too_big',
  maximum: TAG_LIMITS.most,
  text: `Не\u00A0больше ${TAG_LIMITS.most} меток`,
} as const;

/** Returns by what a tag is recognised: as the search compares. */
export function tagKey(tag: string): string {
  return fold(tag).trim();
}

/** Returns tags as they are stored: trimmed, without empty ones and without those that an earlier one equals. */
function cleanTags(typed: readonly string[]): string[] {
  const known = new Set(['']);
  return typed.flatMap((tag) => {
    const key = tagKey(tag);
    if (known.has(key)) return [];
    known.add(key);
    return tag.trim();
  });
}

function tagMistake(tag: string): Mistake | null {
  if (LINE_END.test(tag)) return NOT_ONE_LINE;
  // The first is quick for what is far too long.
  const isLong = tag.length > 2 * TAG_LIMITS.longest || Array.from(tag).length > TAG_LIMITS.longest;
  return isLong ? TOO_LONG : null;
}

/** Of the tags of one client. */
export const TAGS_RULE = {
  clean: cleanTags,
  checks: [
    (tags) => tags.map(tagMistake).find((mistake) => mistake !== null) ?? null,
    ({ length }) => (length > TAG_LIMITS.most ? TOO_MANY : null),
  ],
} satisfies Rule<readonly string[]>;
