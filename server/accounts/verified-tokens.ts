import { hash } from 'node:crypto';
import { type Claims, isInTime, readClaims, verifyToken } from '#server/accounts/tokens.ts';
import type { Secrets } from '#server/accounts/secrets.ts';
import type { Row } from '#server/db/schema.ts';

/** Far more than are in use; what is forgotten costs one more verification. */
const REMEMBERED = 20_000;

type Account = Pick<Row<'users'>, 'id' | 'token_key'>;

interface Verified {
  claims: Claims;
  /** The key that the account had then: with another one the signature is no longer good. */
  tokenKey: string;
}

/**
 * The signatures of auth tokens that were found good. A browser sends the same token with each of its requests, and
 * its signature costs more than all else of a small answer (a view: 356 µs of work, 205 without it). Only the signature
 * is remembered: whether the sign-in is still there, whose key it is and what time it is are asked every time.
 */
export class VerifiedTokens {
  readonly #secrets: Secrets;
  readonly #known = new Map<string, Verified>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** What the token says, verified or not. */
  claimsOf(token: string): Claims | null {
    return this.#known.get(nameless(token))?.claims ?? readClaims(token);
  }

  /** True when the account's key signed the token and its time is not over. */
  async isGood(token: string, account: Account, now: Temporal.Instant): Promise<boolean> {
    const name = nameless(token);
    const known = this.#known.get(name);
    if (known && known.tokenKey === account.token_key && known.claims.id === account.id) {
      return isInTime('auth', known.claims.exp, now);
    }
    if (!(await verifyToken(this.#secrets, 'auth', token, account, now))) return false;
    const claims = readClaims(token);
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    if (claims) this.#known.set(name, { claims, tokenKey: account.token_key });
    return true;
  }
}

/** No token lies in memory for longer than its request. */
function nameless(token: string): string {
  return hash('sha256', token, 'base64');
}
