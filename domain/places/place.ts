import { firstLinkIn, isLink } from '#domain/places/link.ts';

/** Where a client is met; '' where nothing is said. */
export const CLIENT_PLACES = ['online', 'office'] as const;
export type ClientPlace = '' | (typeof CLIENT_PLACES)[number];

/** Where a session is. */
export interface Place {
  kind: 'online' | 'office' | 'other' | 'none';
  /** An address, or what the practitioner typed for this session; '' for none. */
  text: string;
  /** As typed, https; '' for none. */
  link: string;
}

/** What places follow from: of the session, its client and its practitioner. */
export interface PlaceFacts {
  session: { place: string } | null;
  client: { place: ClientPlace; place_link: string } | null;
  profile: { place_address: string; place_link: string };
}

/** Returns where a session is: as it says itself, otherwise its client, otherwise the practitioner. */
export function placeOf({ session, client, profile }: PlaceFacts): Place {
  const own = session?.place ?? '';
  if (own !== '') {
    if (isLink(own)) return { kind: 'online', text: '', link: own };
    return { kind: 'other', text: own, link: firstLinkIn(own) };
  }
  const online = { kind: 'online', text: '' } as const;
  const office = { kind: 'office', text: profile.place_address, link: '' } as const;
  if (client?.place === 'online') return { ...online, link: client.place_link || profile.place_link };
  if (client?.place === 'office' || profile.place_address !== '') return office;
  return profile.place_link === '' ? { kind: 'none', text: '', link: '' } : { ...online, link: profile.place_link };
}
