import { NOTE_LIMITS } from '#domain/notes/note.ts';
import { noteValues } from '#domain/notes/note-values.ts';
import { defineCollection } from '#server/records/collection.ts';

/** `date` is a calendar date: any time of day is stored as midnight UTC. */
const schema = noteValues.extend({
  date: noteValues.shape.date.transform((instant) => `${instant.slice(0, 10)} 00:00:00.000Z`),
});

export const notes = defineCollection({
  name: 'blog_posts',
  id: 'pbc_blog_posts',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    title: { type: 'text', required: true },
    content: { type: 'text', required: true, longest: NOTE_LIMITS.contentMax },
    date: { type: 'date', required: true },
  },
  access: { list: 'owner', view: 'owner', create: 'owner', update: 'owner', delete: 'owner' },
  schema,
});
