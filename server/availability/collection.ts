import { z } from 'zod';
import { DEFAULT_HOURS, weekdayHours } from '#domain/availability/weekly-hours.ts';
import { badRequest } from '#domain/errors.ts';
import { defineCollection } from '#server/records/collection.ts';
import { FIELD_ERROR } from '#server/records/field-error.ts';

/** Breaks that were never set are none. */
const schema = z
  .looseObject({ breaks: z.unknown() })
  .transform((values) => ({ ...values, breaks: values.breaks ?? [] }))
  .pipe(weekdayHours);

export const availability = defineCollection({
  name: 'availability_settings',
  id: 'pbc_availability',
  owner: 'user',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    day_of_week: { type: 'number' },
    start_time: { type: 'text', initial: DEFAULT_HOURS.start },
    end_time: { type: 'text', initial: DEFAULT_HOURS.end },
    is_available: { type: 'bool' },
    breaks: { type: 'json' },
  },
  access: { list: 'owner', view: 'owner', create: 'owner', update: 'owner', delete: 'owner' },
  schema,
  async beforeCreate({ body }) {
    // An absent number is 0, and 0 is Sunday.
    if (body['day_of_week'] !== undefined && body['day_of_week'] !== null) return;
    throw badRequest('Failed to create record.', { day_of_week: FIELD_ERROR.required });
  },
});
