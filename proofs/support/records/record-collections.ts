import { weekdayHours } from '#domain/availability/weekday-values.ts';
import { BOOKING_STATUSES } from '#domain/booking/booking.ts';
import { clientKey, clientSearchText } from '#domain/clients/client.ts';
import { clientInput } from '#domain/clients/client-values.ts';
import { badRequest } from '#domain/errors.ts';
import { noteValues } from '#domain/notes/note-values.ts';
import { LICENCE_STATUSES } from '#domain/profiles/licence.ts';
import { SESSION_STATUSES } from '#domain/sessions/session.ts';
import { sessionValues } from '#domain/sessions/session-values.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { type Collection, defineCollection, type Field } from '#server/records/collection.ts';
import { newValues } from '#server/records/create-record.ts';
import { insertRow, storeChanges } from '#server/records/store.ts';
import { actIn } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';

// The tables of a practice with the fewest rules, to show the record API's own behaviour.

const OWN = { list: 'owner', view: 'owner', create: 'owner', update: 'owner', delete: 'owner' } as const;
const user = { type: 'relation', to: 'users', writable: 'create' } as const satisfies Field;

const users = defineCollection({
  name: 'users',
  id: 'pbc_users',
  fields: {
    email: { type: 'email', writable: 'server' },
    emailVisibility: { type: 'bool' },
    verified: { type: 'bool', writable: 'server' },
    name: { type: 'text' },
    tokenKey: { type: 'password', hidden: true, writable: 'server' },
  },
  access: { ...OWN, create: 'nobody' },
});

const profiles = defineCollection({
  name: 'profiles',
  id: 'pbc_profiles',
  fields: {
    user,
    name: { type: 'text', required: true },
    booking_hash: { type: 'text', writable: 'server' },
    license_status: { type: 'select', values: LICENCE_STATUSES, writable: 'server' },
    license_expires_at: { type: 'date', writable: 'server' },
    max_days_ahead: { type: 'number' },
    days_off: { type: 'json' },
  },
  access: { ...OWN, create: 'nobody', delete: 'nobody' },
  guest: { filter: 'booking_hash', fields: ['id', 'user', 'name', 'booking_hash'] },
  present: (wire) => ({
    ...wire,
    license_status: wire['license_status'] === 'active' ? 'expired' : wire['license_status'],
  }),
});

const clients = defineCollection({
  name: 'clients',
  id: 'pbc_clients',
  fields: {
    user,
    name: { type: 'text', required: true },
    phone: { type: 'text', required: true },
    description: { type: 'text' },
    registration_date: { type: 'date' },
    handmade: { type: 'bool' },
    source: { type: 'text' },
    archived: { type: 'bool' },
    identity_key: { type: 'text', hidden: true },
    search_text: { type: 'text', hidden: true, filterOnly: true, folded: true },
  },
  blame: { identity_key: ['name', 'phone'] },
  access: OWN,
  schema: clientInput,
  create: () => (action, row) => insertRow(action, 'clients', { ...row, ...computed(row) }),
  update: () => (action, before, row) => storeChanges(action, 'clients', before, { ...row, ...computed(row) }),
});

function computed({ name, phone }: Decoded<'clients'>): Pick<Decoded<'clients'>, 'identity_key' | 'search_text'> {
  return { identity_key: clientKey(name, phone), search_text: clientSearchText(name, phone) };
}

const sessions = defineCollection({
  name: 'sessions',
  id: 'pbc_sessions',
  fields: {
    user,
    client: { type: 'relation', to: 'clients', required: true },
    date: { type: 'date', required: true },
    duration: { type: 'number', initial: 60 },
    description: { type: 'text' },
    status: { type: 'select', values: SESSION_STATUSES, initial: 'scheduled' },
    thoughts: { type: 'text' },
    place: { type: 'text' },
    price: { type: 'number', nullable: true },
    waived: { type: 'bool' },
    news: { type: 'text' },
  },
  access: OWN,
  schema: sessionValues,
});

const notes = defineCollection({
  name: 'blog_posts',
  id: 'pbc_blog_posts',
  fields: { user, title: { type: 'text', required: true }, content: { type: 'text' }, date: { type: 'date' } },
  access: { ...OWN, delete: 'nobody', list: 'nobody' },
  schema: noteValues,
  create: () => async (action, row) => {
    const stored = await insertRow(action, 'blog_posts', row);
    if (stored.title === 'refused afterwards')
      throw badRequest('Failed to create record.', { title: { code: 'late', message: 'Late.' } });
    return stored;
  },
});

const availability = defineCollection({
  name: 'availability_settings',
  id: 'pbc_availability',
  fields: {
    user,
    day_of_week: { type: 'number', required: true },
    start_time: { type: 'text', initial: '09:00' },
    end_time: { type: 'text', initial: '18:00' },
    is_available: { type: 'bool' },
    breaks: { type: 'json', initial: [] },
  },
  access: OWN,
  schema: weekdayHours,
});

const booking = defineCollection({
  name: 'booking',
  id: 'pbc_booking',
  fields: {
    user: { ...user, required: true },
    name: { type: 'text', required: true },
    phone: { type: 'text' },
    date: { type: 'date', required: true },
    status: { type: 'select', values: BOOKING_STATUSES, initial: 'pending' },
    message: { type: 'text' },
    time_zone: { type: 'text' },
    session: { type: 'text', hidden: true, writable: 'server' },
  },
  access: { ...OWN, create: 'anyone' },
  async receive(call, body) {
    const { id, user: owner, name, phone, date, message } = newValues(call, body);
    return {
      run: async (write) =>
        insertRow(await actIn(write, call, ownerId(String(owner))), 'booking', {
          ...(typeof id === 'string' ? { id } : {}),
          name: String(name),
          phone: String(phone),
          date: String(date),
          message: String(message),
          status: 'pending',
          time_zone: '',
          session: '',
        }),
    };
  },
});

export const recordCollections: readonly Collection[] = [
  users,
  profiles,
  clients,
  sessions,
  notes,
  availability,
  booking,
];
