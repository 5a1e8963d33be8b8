import { SERIES_STATUSES, SKIP_REASONS } from '#domain/series/series.ts';
import { defineCollection } from '#server/records/collection.ts';

const READ_ONLY = { list: 'owner', view: 'owner', create: 'nobody', update: 'nobody', delete: 'nobody' } as const;

export const series = defineCollection({
  name: 'series',
  id: 'pbc_series',
  fields: {
    user: { type: 'relation', to: 'users' },
    client: { type: 'relation', to: 'clients' },
    start: { type: 'text' },
    time_zone: { type: 'text' },
    every_weeks: { type: 'number' },
    until: { type: 'text' },
    duration: { type: 'number' },
    status: { type: 'select', values: SERIES_STATUSES },
    previous: { type: 'relation', to: 'series' },
    made_until: { type: 'text' },
    answer: { type: 'json', hidden: true },
  },
  access: READ_ONLY,
});

export const seriesSkips = defineCollection({
  name: 'series_skips',
  id: 'pbc_series_skips',
  fields: {
    user: { type: 'relation', to: 'users' },
    client: { type: 'relation', to: 'clients' },
    series: { type: 'relation', to: 'series' },
    occurrence: { type: 'text' },
    reason: { type: 'select', values: SKIP_REASONS },
  },
  access: READ_ONLY,
});
