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

export interface ReadToken {
  /** Verified or not. */
  claims: Claims;
  /** True when the account's key signed the token and its time is not over. */
  isGood(account: Account, now: Temporal.Instant): Promise<boolean>;
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

  /** What the token says, and how to find out whether that is so; null for what is no token. */
  read(token: string): ReadToken | null {
    const name = nameless(token);
    const known = this.#known.get(name);
    const claims = known?.claims ?? readClaims(token);
    if (!claims) return null;
    return {
      claims,
      isGood: async (account, now) => {
        if (known && known.tokenKey === account.token_key && claims.id === account.id) {
          return isInTime('auth', claims.exp, now);
        }
        if (!(await verifyToken(this.#secrets, 'auth', token, account, now))) return false;
        if (this.#known.size >= REMEMBERED) this.#known.clear();
        this.#known.set(name, { claims, tokenKey: account.token_key });
        return true;
      },
    };
  }
}

/** No token lies in memory for longer than its request. */
function nameless(token: string): string {
  return hash('sha256', token, 'base64');
}
