import { z } from 'zod';
import { CLIENT_LIMITS } from '#domain/clients/client.ts';
import { clientAddress, clientInput, clientMore } from '#domain/clients/client-values.ts';
import { LETTERS_OFF, REMINDERS } from '#domain/letters/letter.ts';
import { PAY_WAYS } from '#domain/money/money.ts';
import { clientMoney } from '#domain/money/money-values.ts';
import { CLIENT_PLACES } from '#domain/places/place.ts';
import { PLACE_LIMITS } from '#domain/places/place-rules.ts';
import { clientPlace } from '#domain/places/place-values.ts';
import { addClient, changeClient, deleteClient } from '#server/practice/clients/change-client.ts';
import { defineCollection } from '#server/records/collection.ts';

export const clients = defineCollection({
  name: 'clients',
  id: 'pbc_clients',
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
    namesake: { type: 'bool', writable: 'server' },
    place: { type: 'select', values: CLIENT_PLACES },
    place_link: { type: 'text', longest: PLACE_LIMITS.linkMax },
    request: { type: 'text', longest: CLIENT_LIMITS.requestMax },
    agreement: { type: 'text', longest: CLIENT_LIMITS.agreementMax },
    birth_date: { type: 'text' },
    emergency: { type: 'text', longest: CLIENT_LIMITS.emergencyMax },
    contact: { type: 'text' },
    tags: { type: 'json', list: true, initial: [] },
    price: { type: 'number', nullable: true },
    pay_way: { type: 'select', values: PAY_WAYS },
    email_key: { type: 'text', hidden: true },
    import: { type: 'text', hidden: true, writable: 'server' },
    identity_key: { type: 'text', hidden: true },
    search_text: { type: 'text', hidden: true, filterOnly: true, folded: true, sortedBy: 'name_key' },
    name_key: { type: 'text', hidden: true },
  },
  blame: { identity_key: ['name', 'phone'] },
  access: { list: 'owner', view: 'owner', create: 'owner', update: 'owner', delete: 'owner' },
  schema: clientInput.extend({
    ...clientAddress,
    ...clientPlace,
    ...clientMore,
    ...clientMoney,
    source: z.string().trim().max(CLIENT_LIMITS.nameMax),
  }),
  create: () => addClient,
  update: (_call, body) => (action, before, row) =>
    changeClient(action, before, row, {
      email: Object.hasOwn(body, 'email'),
      reminders: Object.hasOwn(body, 'reminders') && row.reminders !== before.reminders,
    }),
  delete: () => deleteClient,
});
