import { z } from 'zod';
import { sessionMoney } from '#domain/money/money-values.ts';
import { sessionPlace } from '#domain/places/place-values.ts';
import { checkedBy, textSchema } from '#domain/schema-of.ts';
import { SESSION_LIMITS, SESSION_STATUSES, SESSION_TEXT } from '#domain/sessions/session.ts';
import { DURATION_CHECKS, sessionText } from '#domain/sessions/session-rules.ts';

/** The values of a stored session that a practitioner chooses; `date` is an instant in the stored form. */
export const sessionValues = z.object({
  client: z.string().min(1, SESSION_TEXT.noClient),
  date: z.string().min(1, SESSION_TEXT.noDate),
  duration: z.int(SESSION_TEXT.tooShort).check(checkedBy(DURATION_CHECKS)),
  status: z.enum(SESSION_STATUSES, SESSION_TEXT.noStatus),
  description: textSchema(sessionText(SESSION_LIMITS.descriptionMax)),
  news: textSchema(sessionText(SESSION_LIMITS.textMax)),
  thoughts: textSchema(sessionText(SESSION_LIMITS.textMax)),
  place: sessionPlace,
  ...sessionMoney,
});
