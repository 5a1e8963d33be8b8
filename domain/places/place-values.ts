import { z } from 'zod';
import { CLIENT_PLACES } from '#domain/places/place.ts';
import { PLACE_RULES } from '#domain/places/place-rules.ts';
import { textSchema } from '#domain/schema-of.ts';

/** Where the practitioner meets clients, as fields of the profile. */
export const practicePlace = {
  place_address: textSchema(PLACE_RULES.address),
  place_link: textSchema(PLACE_RULES.link),
};

/** Where one client is met, as fields of the client. */
export const clientPlace = {
  place: z.enum(['', ...CLIENT_PLACES]),
  place_link: textSchema(PLACE_RULES.link),
};

/** Where one session is, if elsewhere; '' inherits. */
export const sessionPlace = textSchema(PLACE_RULES.session);
