import { z } from 'zod';
import { letterValues } from '#domain/letters/letter-values.ts';
import { messageTexts } from '#domain/messages/message-values.ts';
import { practiceMoney } from '#domain/money/money-values.ts';
import { practicePlace } from '#domain/places/place-values.ts';
import { NAME_MAX } from '#domain/profiles/name-limit.ts';
import { dayOffMistake } from '#domain/profiles/profile.ts';
import { atLeast, atMost } from '#domain/rule.ts';
import { textSchema } from '#domain/schema-of.ts';
import { readable } from '#domain/text/readable-text.ts';
import { isTimeZone } from '#domain/time/zone.ts';
import { visitValues } from '#domain/visits/visit-values.ts';

const date = z.iso.date();

export const dayOff = z.object({ from: date, to: date }).superRefine((range, context) => {
  const mistake = dayOffMistake(range);
  if (mistake) context.addIssue(mistake);
});

/** What a practitioner may change of the profile; the rules for visitors stand here too. Minutes and days. */
export const profileValues = z.object({
  name: textSchema(readable(atLeast(1, 'Введите имя'), atMost(NAME_MAX, `Имя не длиннее ${NAME_MAX} символов`))),
  time_zone: z.string().refine(isTimeZone, 'Неизвестный часовой пояс'),
  min_notice_minutes: z.int().min(0).max(43_200),
  max_days_ahead: z.int().min(1).max(730),
  buffer_minutes: z.int().min(0).max(480),
  days_off: z.array(dayOff).max(366),
  accepting: z.boolean(),
  ask_consent: z.boolean(),
  names_in_letters: z.boolean(),
  ...letterValues,
  ...practicePlace,
  ...practiceMoney,
  messages: messageTexts,
  ...visitValues,
});
