import { atLeast, atMost, type Rule, trim } from '#domain/rule.ts';
import { readable } from '#domain/text/readable-text.ts';

export const NOTE_LIMITS = { titleMin: 2, titleMax: 300, contentMin: 10, contentMax: 100_000 } as const;

/** Specification §5. */
export const NOTE_RULES = {
  title: readable(
    atLeast(NOTE_LIMITS.titleMin, 'Заголовок должен содержать минимум 2 символа'),
    atMost(NOTE_LIMITS.titleMax, `Заголовок не длиннее ${NOTE_LIMITS.titleMax} символов`),
  ),
  content: {
    clean: trim,
    checks: [
      atLeast(NOTE_LIMITS.contentMin, 'Текст должен содержать минимум 10 символов'),
      atMost(NOTE_LIMITS.contentMax, `Текст не длиннее ${NOTE_LIMITS.contentMax} символов`),
    ],
  },
  date: { checks: [atLeast(1, 'Выберите дату')] },
} satisfies Record<string, Rule<string>>;
