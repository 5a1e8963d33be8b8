import { type AppError, badRequest, conflict } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import { releaseTime } from '#server/db/held-time.ts';
import type { Row } from '#server/db/schema.ts';
import { holdRequestTime } from '#server/booking/booking-time.ts';
import { getOwned, type OwnedWrite, updateRow } from '#server/records/store.ts';

/** The request as it is now, for a practitioner whose other changes wait until this one is done. */
export async function lockRequest(call: OwnedWrite, id: string): Promise<Row<'booking'>> {
  await call.write.lock(call.owner);
  return getOwned(call.write.trx, 'booking', call.owner, id);
}

/** Declines a pending request and frees its time. A declined one is answered as it is. */
export async function rejectRequest(call: OwnedWrite, id: string, refusal: 400 | 409): Promise<Row<'booking'>> {
  const request = await lockRequest(call, id);
  if (request.status === 'cancelled') return request;
  if (request.status !== 'pending') throw answeredAlready(refusal);
  await releaseTime(call.write, call.owner, { source: 'booking', sourceId: request.id });
  return updateRow(call, 'booking', request.id, { status: 'cancelled', held_since: '' });
}

/** Sets a declined request back to pending where nobody took its time meanwhile. */
export async function reopenRequest(call: OwnedWrite, id: string): Promise<Row<'booking'>> {
  const request = await lockRequest(call, id);
  if (request.status === 'pending') return request;
  if (request.status !== 'cancelled') throw answeredAlready(400);
  await holdRequestTime(call.write, request);
  return updateRow(call, 'booking', request.id, { status: 'pending', held_since: printInstant(call.now) });
}

/** A confirmed request never changes, a declined one is not confirmed. */
export function answeredAlready(refusal: 400 | 409): AppError {
  const message = 'The request was answered already.';
  const fields = { status: { code: 'validation_invalid_value', message } };
  return refusal === 400 ? badRequest(message, fields) : conflict(message, fields);
}
