import { z } from 'zod';
import { CLIENT_RULES } from '#domain/clients/client-rules.ts';
import { textSchema } from '#domain/schema-of.ts';
import { isTimeZone } from '#domain/time/zone.ts';

/** What a practitioner types about a client. */
export const clientInput = z.object({
  name: textSchema(CLIENT_RULES.name),
  phone: textSchema(CLIENT_RULES.phone),
  description: textSchema(CLIENT_RULES.description),
});

/** Where letters to a client go, and when their reminders do; '' for none, and for the practitioner's zone. */
export const clientAddress = {
  email: textSchema(CLIENT_RULES.email),
  time_zone: z.string().refine((name) => name === '' || isTimeZone(name), 'Неизвестный часовой пояс'),
};
