import { queryOptions } from '@tanstack/react-query';
import type { LicenceStatus } from '#domain/profiles/licence.ts';
import type { DayOff } from '#domain/profiles/profile.ts';
import { pb } from '#web/api/client.ts';
import { profileHeadStart } from '#web/api/head-start.ts';
import { ownId } from '#web/api/session.ts';

/** The practitioner's profile from the record API. */
export interface ProfileRecord {
  id: string;
  user: string;
  name: string;
  booking_hash: string;
  license_key: string;
  license_status: LicenceStatus;
  license_verified_at: string;
  license_expires_at: string;
  time_zone: string;
  min_notice_minutes: number;
  max_days_ahead: number;
  buffer_minutes: number;
  days_off: DayOff[];
  /** Whether the public page takes requests. */
  accepting: boolean;
}

/** The last signed-in user: a screen that a sign-out leaves keeps its profile until the next one is rendered. */
let reader = '';

export function profileQuery() {
  const user = ownId() || reader;
  reader = user;
  return queryOptions({
    queryKey: ['profiles', user],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) =>
      pb.collection('profiles').getFirstListItem<ProfileRecord>(pb.filter('user = {:user}', { user }), {
        signal,
        fetch: profileHeadStart(user),
      }),
  });
}

/** The number of waiting requests: for the badge in the menu, the landing and the heading «Новые заявки». */
export function pendingRequestsQuery() {
  return queryOptions({
    queryKey: ['booking', 'pending-count'],
    queryFn: async ({ signal }) => {
      const page = await pb.collection('booking').getList(1, 1, { filter: "status = 'pending'", fields: 'id', signal });
      return page.totalItems;
    },
  });
}
