import { hash } from 'node:crypto';
import { type ProofAsked, proofText, showsWork } from '#domain/booking/proof-of-work.ts';

/** Returns a right proof of the work that is asked for. */
export function showWork(asked: ProofAsked): string {
  for (let tried = 0; ; tried += 1) {
    const proof = String(tried);
    if (showsWork(asked, hash('sha256', proofText(asked, proof), 'buffer'))) return proof;
  }
}
