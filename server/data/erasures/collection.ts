import { ERASURE_REASONS } from '#domain/erasures/erasure.ts';
import { defineCollection } from '#server/records/collection.ts';

/** Which clients were erased, when and why: ids and numbers, never a name. */
export const erasures = defineCollection({
  name: 'erasures',
  id: 'pbc_erasures',
  fields: {
    user: { type: 'relation', to: 'users' },
    client: { type: 'text' },
    reason: { type: 'select', values: ERASURE_REASONS },
    kinds: { type: 'json' },
    mentions: { type: 'json' },
    requests: { type: 'json', hidden: true },
  },
  access: { list: 'owner', view: 'owner', create: 'nobody', update: 'nobody', delete: 'nobody' },
});
