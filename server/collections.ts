import { users } from '#server/accounts/collection.ts';
import { availability } from '#server/availability/collection.ts';
import { booking } from '#server/booking/collection.ts';
import { clients } from '#server/clients/collection.ts';
import { consentDocuments, consents } from '#server/consents/collection.ts';
import { erasures } from '#server/erasures/collection.ts';
import { letters } from '#server/letters/collection.ts';
import { notes } from '#server/notes/collection.ts';
import { profiles } from '#server/profiles/collection.ts';
import type { Collection } from '#server/records/collection.ts';
import { series, seriesSkips } from '#server/series/collection.ts';
import { sessions } from '#server/sessions/collection.ts';

/** The collections that the record API serves. */
export const collections: readonly Collection[] = [
  users,
  profiles,
  clients,
  series,
  seriesSkips,
  sessions,
  notes,
  availability,
  booking,
  letters,
  consentDocuments,
  consents,
  erasures,
];
