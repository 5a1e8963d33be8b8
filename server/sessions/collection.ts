import { SESSION_DURATION, SESSION_LIMITS, SESSION_STATUSES } from '#domain/sessions/session.ts';
import { sessionValues } from '#domain/sessions/session-values.ts';
import { defineCollection } from '#server/records/collection.ts';
import { claimSessionTime, timeChanged } from '#server/sessions/session-time.ts';

/** A body that carries `allowOverlap: true` saves over time that is taken (SESSION-10). */
export const sessions = defineCollection({
  name: 'sessions',
  id: 'pbc_sessions',
  owner: 'user',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    client: { type: 'relation', to: 'clients', required: true },
    date: { type: 'date', required: true },
    duration: { type: 'number', initial: SESSION_DURATION.default },
    description: { type: 'text', longest: SESSION_LIMITS.descriptionMax },
    status: { type: 'select', values: SESSION_STATUSES, initial: 'scheduled' },
    thoughts: { type: 'text', longest: SESSION_LIMITS.textMax },
    news: { type: 'text', longest: SESSION_LIMITS.textMax },
  },
  access: { list: 'owner', view: 'owner', create: 'owner', update: 'owner', delete: 'owner' },
  schema: sessionValues,
  // Only now: an id that a neighbour's session has is refused for what it is, and that one's time is left alone.
  async afterCreate(call, row) {
    await claimSessionTime(call.write, row, { allowOverlap: call.body['allowOverlap'] === true, refusal: 400 });
  },
  async beforeUpdate(call, before, row) {
    if (!timeChanged(before, row)) return;
    await claimSessionTime(call.write, row, { allowOverlap: call.body['allowOverlap'] === true, refusal: 400 });
  },
});
