import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { isSignedWith, readJwt, signJwt } from '#server/accounts/jwt.ts';
import type { Secrets, SecretPurpose } from '#server/accounts/secrets.ts';
import type { Row } from '#server/db/schema.ts';
import { RECORD_ID } from '#server/identity/record-id.ts';

/** On the wire and in every token: the SDK compares the two. */
export const USERS_COLLECTION_ID = '_pb_users_auth_';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export type TokenPurpose = Exclude<SecretPurpose, 'drafts'>;

export const TOKEN_SECONDS = {
  auth: 7 * DAY,
  verification: DAY,
  passwordReset: 30 * MINUTE,
  emailChange: 30 * MINUTE,
} as const satisfies Record<TokenPurpose, number>;

/** Clocks of nodes differ by so much. */
const SKEW_SECONDS = MINUTE;

const claims = z.object({
  /** Of the account. */
  id: z.string().regex(RECORD_ID),
  collectionId: z.literal(USERS_COLLECTION_ID),
  type: z.enum(['auth', 'verification', 'passwordReset', 'emailChange']),
  exp: z.int(),
  /** The sign-in, in an auth token. */
  jti: z.string().regex(RECORD_ID).optional(),
  /** What a letter was about. */
  email: z.string().optional(),
  newEmail: z.string().optional(),
});
export type Claims = z.infer<typeof claims>;

type Account = Pick<Row<'users'>, 'id' | 'token_key'>;
type PurposeClaims = {
  auth: { jti: string };
  verification: { email: string };
  passwordReset: { email: string };
  emailChange: { email: string; newEmail: string };
};

/**
 * Signs a token of an account with a key of the purpose and the account together: it passes for no other purpose, and
 * a new `token_key` voids it. The claims are ASCII, because the SDK decodes them with `atob`.
 */
export function issueToken<Purpose extends TokenPurpose>(
  secrets: Secrets,
  purpose: Purpose,
  account: Account,
  about: PurposeClaims[Purpose],
  now: Temporal.Instant,
): string {
  const exp = Math.floor(now.epochMilliseconds / 1000) + TOKEN_SECONDS[purpose];
  const payload = { id: account.id, collectionId: USERS_COLLECTION_ID, type: purpose, exp, ...about };
  return signJwt(payload, signingKey(secrets, purpose, account));
}

/** Returns what an unverified token claims: enough to find the account whose key may have signed it. */
export function readClaims(token: string): Claims | null {
  return claims.safeParse(readJwt(token)).data ?? null;
}

/** Returns true when the account's key for this purpose signed the token and its time is not over. */
export function verifyToken(
  secrets: Secrets,
  purpose: TokenPurpose,
  token: string,
  account: Account,
  now: Temporal.Instant,
): boolean {
  const read = readClaims(token);
  return (
    read?.type === purpose &&
    read.id === account.id &&
    isInTime(purpose, read.exp, now) &&
    isSignedWith(token, signingKey(secrets, purpose, account))
  );
}

/**
 * One that lasts longer than any was issued while the clock was ahead: it would outlive its time by as much.
 */
function isInTime(purpose: TokenPurpose, exp: number, now: Temporal.Instant): boolean {
  const left = exp - Math.floor(now.epochMilliseconds / 1000);
  return left > 0 && left <= TOKEN_SECONDS[purpose] + SKEW_SECONDS;
}

function signingKey(secrets: Secrets, purpose: TokenPurpose, account: Account): Uint8Array {
  return createHmac('sha256', secrets.key(purpose)).update(account.token_key).digest();
}
