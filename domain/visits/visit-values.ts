import { z } from 'zod';
import { textSchema } from '#domain/schema-of.ts';
import { PUBLIC_PHONE_RULE } from '#domain/visits/public-phone.ts';
import { LATE_CANCEL } from '#domain/visits/visit-rules.ts';

const hours = z.int('Целое число часов').min(0, 'Не меньше 0').max(720, 'Не больше 720');

/** What a practitioner allows clients to do with a visit themselves, as fields of the profile (VISIT-02). */
export const visitValues = {
  cancel_hours: hours,
  move_hours: hours,
  max_moves: z.int('Целое число').min(0, 'Не меньше 0').max(20, 'Не больше 20'),
  late_cancel: z.enum(LATE_CANCEL),
  public_phone: textSchema(PUBLIC_PHONE_RULE),
};
