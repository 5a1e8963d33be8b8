import { z } from 'zod';
import { CLIENT_LIMITS, clientInput } from '#domain/clients/client.ts';
import { printInstant } from '#domain/time/instant.ts';
import { computedColumns, refuseBeyondLimit } from '#server/clients/client-rules.ts';
import { deleteBelongingsOf } from '#server/clients/delete-belongings.ts';
import { ownerId } from '#server/identity/actor.ts';
import { defineCollection } from '#server/records/collection.ts';

export const clients = defineCollection({
  name: 'clients',
  id: 'pbc_clients',
  owner: 'user',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    name: { type: 'text', required: true },
    phone: { type: 'text', required: true },
    description: { type: 'text', longest: CLIENT_LIMITS.descriptionMax },
    registration_date: { type: 'date', completed: true },
    handmade: { type: 'bool' },
    source: { type: 'text', completed: true },
    identity_key: { type: 'text', hidden: true },
    search_text: { type: 'text', hidden: true, filterOnly: true, folded: true },
  },
  blame: { identity_key: ['name', 'phone'] },
  access: { list: 'owner', view: 'owner', create: 'owner', update: 'owner', delete: 'owner' },
  schema: clientInput.extend({ source: z.string().trim().max(CLIENT_LIMITS.nameMax) }),
  async beforeCreate(call, row) {
    if (row.registration_date === '') row.registration_date = printInstant(call.now);
    Object.assign(row, computedColumns(row));
    await refuseBeyondLimit(call.write, ownerId(row.user), call.now);
  },
  async beforeUpdate(_call, before, row) {
    const { source, ...recognised } = computedColumns(row);
    row.source = source;
    // A key that was made under another rule may be another client's under this one.
    if (row.name !== before.name || row.phone !== before.phone) Object.assign(row, recognised);
  },
  beforeDelete: deleteBelongingsOf,
});
