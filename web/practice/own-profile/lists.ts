import { filled } from '#web/ground/api/filter.ts';
import { COUNT, type ListRequest } from '#web/ground/api/list-request.ts';

/** The practitioner's only profile. */
export function profileList(user: string): ListRequest {
  const filter = filled('user = {:user}', { user });
  return { collection: 'profiles', page: 1, perPage: 1, skipTotal: true, filter };
}

/** The number of waiting requests. */
export function pendingCount(): ListRequest {
  return { collection: 'booking', ...COUNT, filter: "status = 'pending'" };
}
