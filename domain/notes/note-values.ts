import { z } from 'zod';
import { NOTE_RULES } from '#domain/notes/note.ts';
import { textSchema } from '#domain/schema-of.ts';

/** `date` is a calendar date stored at 00:00:00.000Z and never shifted by a zone. */
export const noteValues = z.object({
  title: textSchema(NOTE_RULES.title),
  content: textSchema(NOTE_RULES.content),
  date: textSchema(NOTE_RULES.date),
});
