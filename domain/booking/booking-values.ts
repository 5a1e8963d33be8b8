import { z } from 'zod';
import { BOOKING_LIMITS, BOOKING_TEXT } from '#domain/booking/booking.ts';
import { readableText } from '#domain/text/readable-text.ts';
import { isTimeZone } from '#domain/time/zone.ts';

const required = (max: number) => readableText.min(1, BOOKING_TEXT.incomplete).max(max, `Не длиннее ${max} символов`);

/** A visitor's own details as stored, with name and phone trimmed (specification §5). */
export const bookingValues = z.object({
  name: required(BOOKING_LIMITS.nameMax),
  phone: required(BOOKING_LIMITS.phoneMax),
  message: z.string().trim().max(BOOKING_LIMITS.messageMax, `Не длиннее ${BOOKING_LIMITS.messageMax} символов`),
  time_zone: z.string().refine((name) => name === '' || isTimeZone(name), 'Неизвестный часовой пояс'),
});
