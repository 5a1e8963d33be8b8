import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { newRecordId, randomText } from '#server/ground/identity/record-id.ts';

export interface PastLetter extends Pick<Row<'letters'>, 'kind' | 'state' | 'client' | 'start'> {
  session?: string;
  booking?: string;
  duration?: number;
  reason?: string;
  /** When it was due, and left. */
  at: Temporal.Instant;
}

/** Stores what became of letters of the past; nothing of them waits. */
export async function insertLetters({ write, owner }: Action, letters: readonly PastLetter[]): Promise<void> {
  if (letters.length === 0) return;
  const rows = letters.map(({ at, ...letter }) => {
    const stamp = printInstant(at);
    const sent_at = letter.state === 'sent' ? stamp : null;
    return {
      duration: BOOKING_DURATION,
      reason: '',
      stranger: null,
      handed: Number(letter.state === 'sent' || letter.state === 'unknown'),
      counts_as_refusal: Number(letter.state === 'failed'),
      message_id: randomText(32),
      ...letter,
      id: newRecordId(),
      user: owner,
      created: stamp,
      updated: stamp,
      not_before: null,
      sent_at,
      expires: letter.start,
    };
  });
  await write.trx.insertInto('letters').values(rows).execute();
}
