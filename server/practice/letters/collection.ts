import { CLIENT_LETTER_KINDS, CLIENT_LETTER_STATES } from '#domain/letters/letter.ts';
import { defineCollection } from '#server/records/collection.ts';

/** Letters to clients and visitors, sent or waiting; without addresses and texts. */
export const letters = defineCollection({
  name: 'letters',
  id: 'pbc_letters',
  fields: {
    user: { type: 'relation', to: 'users' },
    client: { type: 'relation', to: 'clients' },
    booking: { type: 'relation', to: 'booking' },
    session: { type: 'relation', to: 'sessions' },
    kind: { type: 'select', values: CLIENT_LETTER_KINDS },
    state: { type: 'select', values: CLIENT_LETTER_STATES },
    not_before: { type: 'date' },
    sent_at: { type: 'date' },
    reason: { type: 'text' },
    start: { type: 'date' },
  },
  access: { list: 'owner', view: 'owner', create: 'nobody', update: 'nobody', delete: 'nobody' },
});
