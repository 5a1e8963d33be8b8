/** About 33,000 hashes: a fraction of a second on a desk, a second or two on an old phone. */
const PROOF_BITS = 15;

/** A minute on the slowest device is a small part of it. */
export const PROOF_MINUTES = 10;

/** What a busy page asks a visitor's browser for: a text whose hash behind the challenge begins with this many zero bits. */
export interface ProofAsked {
  challenge: string;
  bits: number;
}

export function askProof(challenge: string): ProofAsked {
  return { challenge, bits: PROOF_BITS };
}

/** The text whose SHA-256 shows the work. */
export function proofText({ challenge }: ProofAsked, proof: string): string {
  return `${challenge} ${proof}`;
}

/** Whether a SHA-256 begins with the zero bits that are asked for. */
export function showsWork({ bits }: ProofAsked, digest: Uint8Array): boolean {
  const whole = Math.floor(bits / 8);
  return digest.subarray(0, whole).every((byte) => byte === 0) && (digest[whole] ?? 255) >> (8 - (bits % 8)) === 0;
}
