import { DEFAULT_HOURS } from '#domain/availability/default-hours.ts';
import { checkHours, weekdayFields } from '#domain/availability/weekday-values.ts';
import { defineCollection } from '#server/records/collection.ts';

/** Breaks that were never set are stored as an empty list. */
const schema = weekdayFields
  .extend({ breaks: weekdayFields.shape.breaks.nullish().transform((breaks) => breaks ?? []) })
  .superRefine(checkHours);

export const availability = defineCollection({
  name: 'availability_settings',
  id: 'pbc_availability',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    day_of_week: { type: 'number', required: true },
    start_time: { type: 'text', initial: DEFAULT_HOURS.start },
    end_time: { type: 'text', initial: DEFAULT_HOURS.end },
    is_available: { type: 'bool' },
    breaks: { type: 'json' },
  },
  access: { list: 'owner', view: 'owner', create: 'owner', update: 'owner', delete: 'owner' },
  schema,
});
