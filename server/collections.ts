import { users } from '#server/accounts/users/collection.ts';
import { availability } from '#server/practice/availability/collection.ts';
import { booking } from '#server/practice/booking/collection.ts';
import { clients } from '#server/practice/clients/collection.ts';
import { consentDocuments, consents } from '#server/practice/consents/collection.ts';
import { erasures } from '#server/data/erasures/collection.ts';
import { letters } from '#server/practice/letters/collection.ts';
import { news } from '#server/practice/news/collection.ts';
import { notes } from '#server/practice/notes/collection.ts';
import { payments } from '#server/practice/money/collection.ts';
import { profiles } from '#server/practice/profiles/collection.ts';
import type { Collection } from '#server/records/collection.ts';
import { series, seriesSkips } from '#server/practice/series/collection.ts';
import { templates } from '#server/practice/templates/collection.ts';
import { sessions } from '#server/practice/sessions/collection.ts';

/** The collections that the record API serves. */
export const collections: readonly Collection[] = [
  users,
  profiles,
  clients,
  series,
  seriesSkips,
  sessions,
  notes,
  templates,
  availability,
  booking,
  payments,
  letters,
  news,
  consentDocuments,
  consents,
  erasures,
];
