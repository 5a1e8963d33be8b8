import { atLeast, atMost, not, type Rule } from '#domain/rule.ts';
import { cleanText, isBlank } from '#domain/text/clean-text.ts';
import { composed } from '#domain/text/storable.ts';

export const TEMPLATE_LIMITS = { nameMax: 60, textMax: 10_000, most: 200, positionMax: 2 ** 31 - 1 } as const;

export const TEMPLATES_FULL = `Шаблонов не\u00A0больше ${TEMPLATE_LIMITS.most}: удалите ненужный`;

/** What a practitioner types of a text for notes. Its lines are left as they begin and end: it is put in at the cursor. */
export const TEMPLATE_RULES = {
  name: {
    clean: cleanText,
    checks: [
      atLeast(1, 'Введите название'),
      atMost(TEMPLATE_LIMITS.nameMax, `Название не\u00A0длиннее ${TEMPLATE_LIMITS.nameMax} символов`),
    ],
  },
  text: {
    clean: (text) => composed(text),
    checks: [
      not(isBlank, 'Введите текст'),
      atMost(TEMPLATE_LIMITS.textMax, `Текст не\u00A0длиннее ${TEMPLATE_LIMITS.textMax} символов`),
    ],
  },
} satisfies Record<string, Rule<string>>;
