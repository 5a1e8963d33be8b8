import { z } from 'zod';
import { MESSAGE_KINDS, type MessageKind, messageRule } from '#domain/messages/blanks.ts';
import { textSchema } from '#domain/schema-of.ts';

const texts = MESSAGE_KINDS.map((kind) => [kind, textSchema(messageRule(kind)).optional()]);

/** The practitioner's own wordings, as a field of the profile; the whole of them. */
export const messageTexts = z.strictObject(
  Object.fromEntries(texts) as Record<MessageKind, z.ZodOptional<z.ZodString>>,
);
