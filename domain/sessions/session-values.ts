import { z } from 'zod';
import { SESSION_DURATION, SESSION_LIMITS, SESSION_STATUSES, SESSION_TEXT } from '#domain/sessions/session.ts';

const text = (max: number) => z.string().max(max, `Не длиннее ${max} символов`);

/** The values of a stored session that a practitioner chooses; `date` is an instant in the stored form. */
export const sessionValues = z.object({
  client: z.string().min(1, SESSION_TEXT.noClient),
  date: z.string().min(1, SESSION_TEXT.noDate),
  duration: z
    .int(SESSION_TEXT.tooShort)
    .min(SESSION_DURATION.min, SESSION_TEXT.tooShort)
    .max(SESSION_DURATION.max, 'Сессия не дольше суток'),
  status: z.enum(SESSION_STATUSES, SESSION_TEXT.noStatus),
  description: text(SESSION_LIMITS.descriptionMax),
  news: text(SESSION_LIMITS.textMax),
  thoughts: text(SESSION_LIMITS.textMax),
});
