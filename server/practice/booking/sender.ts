import { FLOOD_LIMITS, floodRefusal } from '#domain/booking/flood.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import { neighbourhoodOf, networkOf } from '#server/ground/http/address.ts';
import { keyedHash } from '#server/ground/secrets/keyed-hash.ts';
import type { Secrets } from '#server/ground/secrets/secrets.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

/** Identifies a sender for limits alone, by keyed hashes that differ between practitioners. */
export type Sender = Pick<Row<'booking'>, 'network' | 'wider_network'>;

export function senderOf(secrets: Secrets, owner: OwnerId, address: string): Sender {
  const hash = (network: string): string => keyedHash(secrets, `booking ${owner} ${network}`);
  return { network: hash(networkOf(address)), wider_network: hash(neighbourhoodOf(address)) };
}

/**
 * Throws a TooManyRequests past the limits of the sender or the practitioner (PUBLIC-06). Counts stored requests under
 * the lock, which is exact and covers all nodes.
 */
export async function refuseFlood(
  reader: Reader,
  owner: OwnerId,
  { network, wider_network }: Sender,
  now: Temporal.Instant,
): Promise<void> {
  const ofOwner = reader.selectFrom('booking').where('user', '=', owner);
  const nearby = await ofOwner
    .select(['created', 'status', 'network'])
    .where('wider_network', '=', wider_network)
    .execute();
  const waiting = ofOwner.where('status', '=', 'pending');
  const recent = await waiting
    .select('created')
    .where('created', '>', printInstant(now.subtract({ hours: 1 })))
    .where('created', '<=', printInstant(now))
    .orderBy('created', 'desc')
    .limit(FLOOD_LIMITS.practitioner.anHour)
    .execute();
  const holding = await waiting
    .select('id')
    .where('date', '>', printInstant(now))
    .where('held_since', '!=', '')
    .limit(FLOOD_LIMITS.practitioner.holding)
    .execute();
  const refusal = floodRefusal(
    {
      nearby: nearby.map((request) => ({
        created: parseStoredInstant(request.created),
        isWaiting: request.status === 'pending',
        isSenders: request.network === network,
      })),
      waitingSince: recent.map(({ created }) => parseStoredInstant(created)),
      holding: holding.length,
    },
    now,
  );
  if (!refusal) return;
  const { code, retryAfterSeconds } = refusal;
  const message = 'Two requests of this sender wait for an answer.';
  throw new TooManyRequests(retryAfterSeconds, code === 'sender_waiting' ? { sender: { code, message } } : {});
}
