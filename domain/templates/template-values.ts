import { z } from 'zod';
import { textSchema } from '#domain/schema-of.ts';
import { TEMPLATE_LIMITS, TEMPLATE_RULES } from '#domain/templates/template.ts';

export const templateValues = z.object({
  name: textSchema(TEMPLATE_RULES.name),
  text: textSchema(TEMPLATE_RULES.text),
  position: z.int().min(0).max(TEMPLATE_LIMITS.positionMax),
});
