import { z } from 'zod';
import { CLIENT_RULES } from '#domain/clients/client-rules.ts';
import { birthDateRule } from '#domain/clients/birth-date.ts';
import { TAGS_RULE } from '#domain/clients/tags.ts';
import { checkedBy, textSchema } from '#domain/schema-of.ts';
import { storableText } from '#domain/text/storable-text.ts';
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

/** What else is kept of a client, each of it optional. */
export const clientMore = {
  request: textSchema(CLIENT_RULES.request),
  agreement: textSchema(CLIENT_RULES.agreement),
  emergency: textSchema(CLIENT_RULES.emergency),
  contact: textSchema(CLIENT_RULES.contact),
  birth_date: textSchema(birthDateRule(null)),
  tags: z.array(storableText).overwrite(TAGS_RULE.clean).check(checkedBy(TAGS_RULE.checks)),
};
