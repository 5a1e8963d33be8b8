import { printInstant } from '#domain/time/instant.ts';
import type { TextsOf } from '#server/ground/db/row-codec.ts';
import type { NewRow, Row } from '#server/ground/db/schema.ts';
import type { ENVELOPE } from '#server/ground/db/tables.ts';
import type { SealedTable } from '#server/ground/sealing/envelope.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';

/** The hours at which clients come. */
export const STARTS = ['10:00', '11:30', '14:00', '15:30', '17:00', '18:30'];

/** A client of whom only the name and the phone are known. */
export const NOTHING_SAID = {
  email: '',
  email_key: '',
  time_zone: '',
  reminders: 'none',
  letters_off: '',
  place: '',
  place_link: '',
  request: '',
  agreement: '',
  birth_date: '',
  emergency: '',
  contact: '',
  tags: '[]',
  price: null,
  pay_way: '',
} as const;

/** A session that its client neither moved nor missed. */
export const UNTOUCHED = {
  moves: 0,
  outcome: '',
  outcome_at: null,
  place: '',
  price: null,
  waived: 0,
  series: null,
  occurrence: null,
  remind_from: null,
} as const;

/** A row before its texts are sealed. */
export type OpenRow<Table extends SealedTable> = Omit<Row<Table>, (typeof ENVELOPE)[number]> & TextsOf<Table>;

/** A session of a client. */
export type ClientSession = OpenRow<'sessions'> & { client: string };

/** A visitor's request. */
export type Request = Omit<NewRow<'booking'>, (typeof ENVELOPE)[number]> & TextsOf<'booking'>;

/** The columns that every record of a practitioner has. */
export function recordColumns(
  user: string,
  created: Temporal.Instant,
): { id: string; user: string; created: string; updated: string } {
  const stamp = printInstant(created);
  return { id: newRecordId(), user, created: stamp, updated: stamp };
}
