import type { Decoded } from '#server/ground/db/row-codec.ts';
import { Outdated } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { releaseTime } from '#server/ground/db/held-time.ts';
import { planRequestLetters } from '#server/practice/letters/request-letters.ts';
import { holdRequestTime } from '#server/practice/booking/request-visit.ts';
import { markAnswered } from '#server/practice/news/write-news.ts';
import { getOwned, updateRow } from '#server/records/store.ts';

/** Returns a request by its id. Throws a 404 where the practitioner has none. */
export async function findRequest(action: Action, id: string): Promise<Decoded<'booking'>> {
  return getOwned(action.write.trx, 'booking', action.owner, id);
}

/** Declines a pending request and frees its time. Returns a declined one unchanged. */
export async function rejectRequest(action: Action, id: string): Promise<Decoded<'booking'>> {
  const request = await findRequest(action, id);
  if (request.status === 'cancelled') return request;
  if (request.status !== 'pending') throw decidedAlready();
  await releaseTime(action.write, action.owner, { source: 'booking', sourceId: request.id });
  const rejected = await updateRow(action, 'booking', request.id, { status: 'cancelled', held_since: '' });
  await planRequestLetters(action, rejected, 'request-rejected');
  await markAnswered(action, id);
  return rejected;
}

/** Sets a declined request back to pending where its time is still free. */
export async function reopenRequest(action: Action, id: string): Promise<Decoded<'booking'>> {
  const request = await findRequest(action, id);
  if (request.status === 'pending') return request;
  if (request.status !== 'cancelled') throw decidedAlready();
  await holdRequestTime(action.write, request);
  await planRequestLetters(action, request, null);
  return updateRow(action, 'booking', request.id, {
    status: 'pending',
    held_since: printInstant(action.now),
    // Also where nobody withdrew it: this column tells the journal that the request was set back.
    withdrawn: false,
  });
}

/** Returns the refusal of a decision on a confirmed request, or of the approval of a declined one. */
export function decidedAlready(): Outdated {
  const message = 'The request was answered already.';
  return new Outdated(message, { status: { code: 'validation_invalid_value', message } });
}
