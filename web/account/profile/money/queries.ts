import { countOptions } from '#web/ground/api/lists.ts';
import { filled } from '#web/ground/api/filter.ts';
import { ownId } from '#web/ground/api/session.ts';

/** How many sessions a rule makes due: those with a price that were cancelled late, or missed. */
export function lostCountQuery(outcome: 'late' | 'no_show') {
  const filter = filled(
    "user = {:user} && status = 'canceled' && outcome = {:outcome} && price > 0 && waived = false && client != ''",
    { user: ownId(), outcome },
  );
  return countOptions(['money', 'lost', outcome], {
    collection: 'sessions',
    page: 1,
    perPage: 1,
    skipTotal: false,
    filter,
    fields: 'id',
  });
}
