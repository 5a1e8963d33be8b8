import { z } from 'zod';
import { NAME_MAX } from '#domain/profiles/name-limit.ts';
import { letterRules } from '#domain/letters/letter.ts';
import { visitRules } from '#domain/visits/visit-rules.ts';
import { readableText } from '#domain/text/readable-text.ts';
import { isTimeZone } from '#domain/time/zone.ts';

const date = z.iso.date();

/** A single date or a range of dates (both ends included) of the practitioner's zone without visitors. */
export const dayOff = z
  .object({ from: date, to: date })
  .refine((range) => range.from <= range.to, 'Конец раньше начала');
export type DayOff = z.infer<typeof dayOff>;

/** What a practitioner may change of the profile; the rules for visitors stand here too. Minutes and days. */
export const profileValues = z.object({
  name: readableText.min(1, 'Введите имя').max(NAME_MAX, `Имя не длиннее ${NAME_MAX} символов`),
  time_zone: z.string().refine(isTimeZone, 'Неизвестный часовой пояс'),
  min_notice_minutes: z.int().min(0).max(43_200),
  max_days_ahead: z.int().min(1).max(730),
  buffer_minutes: z.int().min(0).max(480),
  days_off: z.array(dayOff).max(366),
  accepting: z.boolean(),
  ask_consent: z.boolean(),
  ...letterRules,
  ...visitRules,
});

export const PROFILE_DEFAULTS = {
  min_notice_minutes: 0,
  max_days_ahead: 180,
  buffer_minutes: 0,
  days_off: [],
} as const;
