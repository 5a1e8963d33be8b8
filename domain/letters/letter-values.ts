import { z } from 'zod';
import { EMAIL_RULE } from '#domain/accounts/mistakes.ts';
import { REMINDER_HOURS } from '#domain/letters/letter.ts';
import { QUIET_TIME_RULE, SENDER_NAME_RULE } from '#domain/letters/letter-rules.ts';
import { textSchema } from '#domain/schema-of.ts';

/** What a practitioner chooses for letters to clients, as fields of the profile. */
export const letterValues = {
  client_letters: z.boolean(),
  reminder_hours: z.union(
    REMINDER_HOURS.map((hours) => z.literal(hours)),
    'Выберите время из списка',
  ),
  quiet_from: textSchema(QUIET_TIME_RULE),
  quiet_to: textSchema(QUIET_TIME_RULE),
  sender_name: textSchema(SENDER_NAME_RULE),
  reply_to: textSchema(EMAIL_RULE),
};
