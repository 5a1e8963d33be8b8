import { hash } from 'node:crypto';
import { askProof, PROOF_MINUTES, type ProofAsked, proofText, showsWork } from '#domain/booking/proof-of-work.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { Sender } from '#server/practice/booking/sender.ts';
import { keyedHash } from '#server/ground/secrets/keyed-hash.ts';
import type { Secrets } from '#server/ground/secrets/secrets.ts';

/** What a proof of work is valid for: one sender's request for one start. */
interface Wish {
  owner: OwnerId;
  sender: Sender;
  date: string;
}

/** Returns the proof of work to ask for at this moment. Nothing is stored: every node computes the same. */
export function proofFor(secrets: Secrets, wish: Wish, now: Temporal.Instant): ProofAsked {
  return askedIn(secrets, wish, windowOf(now));
}

/** Returns whether a proof is correct and was asked for within the last minutes. */
export function isProven(secrets: Secrets, wish: Wish, proof: string, now: Temporal.Instant): boolean {
  if (proof === '') return false;
  const window = windowOf(now);
  return [window, window - 1].some((one) => {
    const asked = askedIn(secrets, wish, one);
    return showsWork(asked, hash('sha256', proofText(asked, proof), 'buffer'));
  });
}

function askedIn(secrets: Secrets, { owner, sender, date }: Wish, window: number): ProofAsked {
  return askProof(keyedHash(secrets, `proof ${owner} ${sender.network} ${date} ${window}`));
}

function windowOf(now: Temporal.Instant): number {
  return Math.floor(now.epochMilliseconds / (PROOF_MINUTES * 60_000));
}
