import { z } from 'zod';
import { CONSENT_RULES } from '#domain/consents/consent.ts';
import { textSchema } from '#domain/schema-of.ts';
import { storableText } from '#domain/text/storable-text.ts';

export const consentDocument = z.object({
  title: textSchema(CONSENT_RULES.title),
  text: storableText.pipe(textSchema(CONSENT_RULES.text)),
});
