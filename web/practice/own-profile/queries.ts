import { queryOptions } from '@tanstack/react-query';
import type { LicenceStatus } from '#domain/profiles/licence.ts';
import type { DayOff } from '#domain/profiles/profile.ts';
import type { OwnMessages } from '#domain/messages/blanks.ts';
import type { LateCancel } from '#domain/visits/visit-rules.ts';
import { pb } from '#web/ground/api/client.ts';
import { countOptions, startedList } from '#web/ground/api/lists.ts';
import { ownId } from '#web/ground/api/session.ts';
import { pendingCount, profileList } from '#web/practice/own-profile/lists.ts';

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
  /** Whether the public page accepts requests. */
  accepting: boolean;
  /** Whether letters to clients are sent at all. */
  client_letters: boolean;
  reminder_hours: number;
  quiet_from: string;
  quiet_to: string;
  sender_name: string;
  /** The address for clients' replies; '' if nobody reads them. */
  reply_to: string;
  /** The address of the practice, and the link for online meetings; '' for none. */
  place_address: string;
  place_link: string;
  /** The practitioner's own message templates. */
  messages: OwnMessages;
  cancel_hours: number;
  move_hours: number;
  max_moves: number;
  late_cancel: LateCancel;
  public_phone: string;
  /** Whether the public page asks for consent. */
  ask_consent: boolean;
  /** Whether letters to the practitioner contain the names of clients. */
  names_in_letters: boolean;
  /** The price of a session, in kopecks; null for none, 0 for free. */
  price: number | null;
  /** Whether late cancellations and missed sessions have to be paid. */
  late_paid: boolean;
  no_show_paid: boolean;
  /** How clients pay, and the link for that; '' for none. */
  pay_text: string;
  pay_link: string;
  /** Whether letters to clients include it. */
  pay_in_letters: boolean;
}

export function profileQuery() {
  const user = ownId();
  const list = profileList(user);
  return queryOptions({
    queryKey: ['profiles', user],
    staleTime: 5 * 60_000,
    initialData: () => startedList<ProfileRecord>(list)?.items[0],
    queryFn: ({ signal }) => pb.collection('profiles').getFirstListItem<ProfileRecord>(list.filter ?? '', { signal }),
  });
}

/** The number of waiting requests: for the badge in the menu, the landing and the heading «Новые заявки». */
export function pendingRequestsQuery() {
  return countOptions(['booking', 'pending-count'], pendingCount());
}
