import { NEWS_KINDS } from '#domain/news/news.ts';
import { defineCollection } from '#server/records/collection.ts';

/** What others and the program did; the practitioner can only mark it as seen. */
export const news = defineCollection({
  name: 'news',
  id: 'pbc_news',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'server' },
    kind: { type: 'select', values: NEWS_KINDS, writable: 'server' },
    session: { type: 'relation', to: 'sessions', writable: 'server' },
    client: { type: 'relation', to: 'clients', writable: 'server' },
    booking: { type: 'relation', to: 'booking', writable: 'server' },
    before: { type: 'date', writable: 'server' },
    after: { type: 'date', writable: 'server' },
    seen: { type: 'bool' },
  },
  // Uncompressed, because expanded requests contain names that visitors chose.
  mustStayPlain: true,
  access: { list: 'owner', view: 'owner', create: 'nobody', update: 'owner', delete: 'nobody' },
});
