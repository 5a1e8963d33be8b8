import { z } from 'zod';
import { CLIENT_LIMITS } from '#domain/clients/client.ts';
import { clientAddress, clientInput } from '#domain/clients/client-values.ts';
import { LETTERS_OFF, REMINDERS } from '#domain/letters/letter.ts';
import { addClient, changeClient, deleteClient } from '#server/practice/clients/change-client.ts';
import { defineCollection } from '#server/records/collection.ts';

export const clients = defineCollection({
  name: 'clients',
  id: 'pbc_clients',
  owner: 'user',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    name: { type: 'text', sortedBy: 'name_key', required: true, longest: CLIENT_LIMITS.nameMax },
    phone: { type: 'text', required: true },
    description: { type: 'text', longest: CLIENT_LIMITS.descriptionMax },
    registration_date: { type: 'date', completed: true },
    handmade: { type: 'bool' },
    source: { type: 'text', completed: true },
    archived: { type: 'bool' },
    email: { type: 'text' },
    time_zone: { type: 'text' },
    reminders: { type: 'select', values: REMINDERS, completed: true },
    letters_off: { type: 'select', values: LETTERS_OFF, writable: 'server' },
    agreed: { type: 'bool', writable: 'server' },
    email_key: { type: 'text', hidden: true },
    import: { type: 'text', hidden: true, writable: 'server' },
    identity_key: { type: 'text', hidden: true },
    search_text: { type: 'text', hidden: true, filterOnly: true, folded: true, sortedBy: 'name_key' },
    name_key: { type: 'text', hidden: true },
  },
  blame: { identity_key: ['name', 'phone'] },
  access: { list: 'owner', view: 'owner', create: 'owner', update: 'owner', delete: 'owner' },
  schema: clientInput.extend({ ...clientAddress, source: z.string().trim().max(CLIENT_LIMITS.nameMax) }),
  create: () => addClient,
  update: (_call, body) => (action, before, row) =>
    changeClient(action, before, row, {
      email: Object.hasOwn(body, 'email'),
      reminders: Object.hasOwn(body, 'reminders') && row.reminders !== before.reminders,
    }),
  delete: () => deleteClient,
});
