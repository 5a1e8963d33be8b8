import { z } from 'zod';
import { readableText } from '#domain/text/readable-text.ts';

export const NOTE_LIMITS = { titleMin: 2, titleMax: 300, contentMin: 10, contentMax: 100_000 } as const;

/** Specification §5. `date` is a calendar date stored at 00:00:00.000Z and never shifted by a zone. */
export const noteValues = z.object({
  title: readableText
    .min(NOTE_LIMITS.titleMin, 'Заголовок должен содержать минимум 2 символа')
    .max(NOTE_LIMITS.titleMax, `Заголовок не длиннее ${NOTE_LIMITS.titleMax} символов`),
  content: z
    .string()
    .trim()
    .min(NOTE_LIMITS.contentMin, 'Текст должен содержать минимум 10 символов')
    .max(NOTE_LIMITS.contentMax, `Текст не длиннее ${NOTE_LIMITS.contentMax} символов`),
  date: z.string().min(1, 'Выберите дату'),
});
