/** A network with one practitioner (PUBLIC-06). */
const SENDER_LIMITS = { waiting: 2, storedADay: 6 } as const;
/** A practitioner: new requests within an hour, and such as hold time ahead. More would take whole weeks from real visitors. */
const PRACTITIONER_LIMITS = { anHour: 40, holding: 100 } as const;
/** Of both, this part is for networks that sent nothing for a day. */
const FOR_STRANGERS = 1 / 2;
/** Of both, this part takes no proof of work. */
const WITHOUT_PROOF = 1 / 4;

const HOUR = 3600;
const DAY = 24 * HOUR;

export const FLOOD_LIMITS = { sender: SENDER_LIMITS, practitioner: PRACTITIONER_LIMITS } as const;

/** A request from the sender's network or the wider one around it. */
export interface NearbyRequest {
  created: Temporal.Instant;
  isWaiting: boolean;
  /** From the very network of the sender. */
  isSenders: boolean;
}

export interface Arrivals {
  nearby: readonly NearbyRequest[];
  /** Arrival times of pending requests, newest first; complete for the last hour. */
  waitingSince: readonly Temporal.Instant[];
  /** How many hold time that is to come. */
  holding: number;
}

export interface FloodRefusal {
  code: 'sender_waiting' | 'too_many' | 'proof_needed';
  retryAfterSeconds: number;
}

/**
 * Whether one more request is one too many, whose fault that is, and when to try again; null where it is welcome.
 * `proof_needed` passes at once with a proof of work, which `proven` says that the request has.
 */
export function floodRefusal(
  { nearby, waitingSince, holding }: Arrivals,
  proven: boolean,
  now: Temporal.Instant,
): FloodRefusal | null {
  const senders = nearby.filter(({ isSenders }) => isSenders);
  if (senders.filter(({ isWaiting }) => isWaiting).length >= SENDER_LIMITS.waiting) {
    return { code: 'sender_waiting', retryAfterSeconds: HOUR };
  }
  const ofDay = senders.map(({ created }) => created).filter(isWithin(DAY, now));
  const share = nearby.some(({ created }) => isWithin(DAY, now)(created)) ? 1 - FOR_STRANGERS : 1;
  const ofHour = waitingSince.filter(isWithin(HOUR, now));
  const untilWithin = (part: number): number =>
    Math.max(
      untilBelow(ofHour, PRACTITIONER_LIMITS.anHour * part, HOUR, now),
      holding >= PRACTITIONER_LIMITS.holding * part ? HOUR : 0,
    );
  const wait = Math.max(untilBelow(ofDay, SENDER_LIMITS.storedADay, DAY, now), untilWithin(share));
  if (wait > 0) return { code: 'too_many', retryAfterSeconds: wait };
  const withoutProof = proven ? 0 : untilWithin(WITHOUT_PROOF);
  return withoutProof > 0 ? { code: 'proof_needed', retryAfterSeconds: withoutProof } : null;
}

/** What a clock that was ahead has stamped is not of the last while. */
function isWithin(seconds: number, now: Temporal.Instant): (moment: Temporal.Instant) => boolean {
  return (moment) => {
    const ago = moment.until(now).total('seconds');
    return ago >= 0 && ago < seconds;
  };
}

/** Seconds until fewer than `most` of them lie within the last `seconds`; 0 where that is so already. */
function untilBelow(
  moments: readonly Temporal.Instant[],
  most: number,
  seconds: number,
  now: Temporal.Instant,
): number {
  const last = moments.toSorted((a, b) => Temporal.Instant.compare(a, b)).at(-most);
  return moments.length >= most && last ? now.until(last.add({ seconds })).total('seconds') : 0;
}
