import { mailboxKey } from '#domain/accounts/mailbox.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import type { SameSenders } from '#domain/booking/booking.ts';
import type { Action } from '#server/ground/action.ts';
import { findRequest, rejectRequest } from '#server/practice/booking/decide-request.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

/** Returns the ids of pending requests in groups of two or more from the same sender. */
export async function findSameSenders(reader: Reader, owner: OwnerId): Promise<SameSenders> {
  const waiting = await reader
    .selectFrom('booking')
    .select(['id', 'network'])
    .where('user', '=', owner)
    .where('status', '=', 'pending')
    .where('network', '!=', '')
    .orderBy('created')
    .orderBy('id')
    .execute();
  const groups = Map.groupBy(waiting, ({ network }) => network).values();
  return { groups: [...groups].filter(({ length }) => length > 1).map((group) => group.map(({ id }) => id)) };
}

/**
 * Declines all pending requests of the same sender, or this one alone where the sender has been forgotten. Returns the
 * declined ones.
 */
export async function rejectAllFromSender(action: Action, id: string): Promise<Decoded<'booking'>[]> {
  const { network } = await findRequest(action, id);
  if (network === '') return [await rejectRequest(action, id)];
  const waiting = await action.write.trx
    .selectFrom('booking')
    .select(['id', 'email'])
    .where('user', '=', action.owner)
    .where('status', '=', 'pending')
    .where('network', '=', network)
    .execute();
  // Letters to strangers lock their addresses: always in the same order, or two practices would wait for each other.
  const inOrder = waiting.toSorted((one, other) => (mailboxKey(one.email) < mailboxKey(other.email) ? -1 : 1));
  const rejected: Decoded<'booking'>[] = [];
  for (const request of inOrder) rejected.push(await rejectRequest(action, request.id));
  return rejected;
}
