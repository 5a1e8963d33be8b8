import { sql } from 'kysely';
import { FLOOD_LIMITS, floodRefusal, type FloodRefusal } from '#domain/booking/flood.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import { neighbourhoodOf, networkOf } from '#server/ground/http/address.ts';
import { keyedHash } from '#server/ground/secrets/keyed-hash.ts';
import type { Secrets } from '#server/ground/secrets/secrets.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { ProofAsked } from '#domain/booking/proof-of-work.ts';

/** Identifies a sender for limits alone, by keyed hashes that differ between practitioners. */
export type Sender = Pick<Row<'booking'>, 'network' | 'wider_network'>;

export function senderOf(secrets: Secrets, owner: OwnerId, address: string): Sender {
  const hash = (network: string): string => keyedHash(secrets, `booking ${owner} ${network}`);
  return { network: hash(networkOf(address)), wider_network: hash(neighbourhoodOf(address)) };
}

/** What decides on a request besides the stored ones. */
export interface Arrival {
  sender: Sender;
  /** The proof of work to ask for; null where the request has shown one, or needs none. */
  proof: ProofAsked | null;
  now: Temporal.Instant;
}

/**
 * Throws a TooManyRequests past the limits of the sender or the practitioner (PUBLIC-06). Counts stored requests, which
 * under the lock is exact and covers all nodes.
 */
export async function refuseFlood(
  reader: Reader,
  owner: OwnerId,
  { sender: { network, wider_network }, proof, now }: Arrival,
): Promise<void> {
  const all = reader.selectFrom('booking').where('user', '=', owner);
  const waiting = all.where('status', '=', 'pending');
  const own = all.select(['created', 'status', 'network']).select(sql.lit('nearby').as('of'));
  const recent = waiting
    .select(['created', 'status', 'network'])
    .select(sql.lit('recent').as('of'))
    .where('created', '>', printInstant(now.subtract({ hours: 1 })))
    .where('created', '<=', printInstant(now))
    .orderBy('created', 'desc')
    .limit(FLOOD_LIMITS.practitioner.anHour);
  const holding = waiting
    .select(['created', 'status', 'network'])
    .select(sql.lit('holding').as('of'))
    .where('date', '>', printInstant(now))
    .where('held_since', 'is not', null)
    .limit(FLOOD_LIMITS.practitioner.holding);
  // In one statement, because every refusal in a flood needs these counts.
  const rows = await own
    .where('wider_network', '=', wider_network)
    .unionAll(reader.selectFrom(recent.as('recent')).selectAll())
    .unionAll(reader.selectFrom(holding.as('holding')).selectAll())
    .execute();
  const requests = (of: string) => rows.filter((row) => row.of === of);
  const refusal = floodRefusal(
    {
      nearby: requests('nearby').map((request) => ({
        created: parseStoredInstant(request.created),
        isWaiting: request.status === 'pending',
        isSenders: request.network === network,
      })),
      waitingSince: requests('recent').map(({ created }) => parseStoredInstant(created)),
      holding: requests('holding').length,
    },
    proof === null,
    now,
  );
  if (!refusal) return;
  throw new TooManyRequests(refusal.retryAfterSeconds, fieldsOf(refusal.code, proof));
}

function fieldsOf(code: FloodRefusal['code'], proof: ProofAsked | null): FieldErrors {
  if (code === 'sender_waiting') {
    return { sender: { code, message: 'Two requests of this sender wait for an answer.' } };
  }
  if (code === 'too_many' || proof === null) return {};
  return { proof: { code, message: 'A proof of work is asked for.', params: { ...proof } } };
}
