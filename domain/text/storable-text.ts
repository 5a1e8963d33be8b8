import { z } from 'zod';
import { isStorable } from '#domain/text/storable.ts';

export const storableText = z.string().refine(isStorable, {
  params: { code: 'validation_invalid_format', message: 'Invalid value format.' },
});
