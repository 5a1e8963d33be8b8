import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Secrets, SecretPurpose } from '#server/ground/secrets/secrets.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { randomText, RECORD_ID } from '#server/ground/identity/record-id.ts';

/** Used in responses and in every token: the SDK compares the two. */
export const USERS_COLLECTION_ID = '_pb_users_auth_';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export type TokenPurpose = Exclude<SecretPurpose, 'drafts' | 'letters' | 'names' | 'stops'>;

export const TOKEN_SECONDS = {
  auth: 7 * DAY,
  verification: DAY,
  passwordReset: 30 * MINUTE,
  emailChange: 30 * MINUTE,
  emailReturn: 3 * DAY,
} as const satisfies Record<TokenPurpose, number>;

/** The greatest difference between the clocks of two nodes. */
const SKEW_SECONDS = MINUTE;

const tokenClaims = z.object({
  /** The account's id. */
  id: z.string().regex(RECORD_ID),
  collectionId: z.literal(USERS_COLLECTION_ID),
  type: z.enum(['auth', 'verification', 'passwordReset', 'emailChange', 'emailReturn']),
  exp: z.int(),
  /** The id of the sign-in, in an auth token. */
  jti: z.string().regex(RECORD_ID).optional(),
  /** A secret of the sign-in, in an auth token; the server keeps what seals for it alone. */
  key: z
    .string()
    .regex(/^[a-z0-9]{32}$/)
    .optional(),
  /** The e-mail that a letter was about. */
  email: z.string().optional(),
  newEmail: z.string().optional(),
  /** The number of the change that it takes back. */
  change: z.int().optional(),
});
export type Claims = z.infer<typeof tokenClaims>;

/** Returns the secret of a new sign-in, 165 random bits. */
export function newTokenPart(): string {
  return randomText(32);
}

type Account = Pick<Row<'users'>, 'id' | 'token_key'>;
type PurposeClaims = {
  auth: { jti: string; key?: string | undefined };
  verification: { email: string };
  passwordReset: { email: string };
  emailChange: { email: string; newEmail: string };
  emailReturn: { email: string; change: number };
};

/**
 * Signs a token with a key of its purpose and account: it is valid for no other purpose, and a new `token_key` voids
 * it. The claims are ASCII, because the SDK decodes them with `atob`.
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

/**
 * Returns the claims of an unverified token, enough to find the account whose key signs it; null for a malformed token.
 */
export function readClaims(token: string): Claims | null {
  return tokenClaims.safeParse(readJwt(token)).data ?? null;
}

/** Returns true when the account's key for this purpose signed the token and it has not expired. */
export function verifyToken(
  secrets: Secrets,
  purpose: TokenPurpose,
  token: string,
  account: Account,
  now: Temporal.Instant,
  claims = readClaims(token),
): boolean {
  return (
    claims?.type === purpose &&
    claims.id === account.id &&
    isInTime(purpose, claims.exp, now) &&
    isSignedWith(token, signingKey(secrets, purpose, account))
  );
}

/** Also refuses a token that outlasts its purpose: it was issued while the clock ran ahead. */
export function isInTime(purpose: TokenPurpose, exp: number, now: Temporal.Instant): boolean {
  const left = exp - Math.floor(now.epochMilliseconds / 1000);
  return left > 0 && left <= TOKEN_SECONDS[purpose] + SKEW_SECONDS;
}

function signingKey(secrets: Secrets, purpose: TokenPurpose, account: Account): Uint8Array {
  return createHmac('sha256', secrets.key(purpose)).update(account.token_key).digest();
}

/** The only header that is written and accepted: a token cannot choose how it is verified. */
const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

/** Returns a JSON Web Token signed with HMAC-SHA256. */
function signJwt(payload: object, key: Uint8Array): string {
  const signed = `${HEADER}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
  return `${signed}.${hmac(signed, key).toString('base64url')}`;
}

/** Returns the payload of a token without verifying its signature; undefined for a malformed token. */
function readJwt(token: string): unknown {
  const [header, payload = '', signature, ...rest] = token.split('.', 4);
  if (header !== HEADER || signature === undefined || rest.length > 0) return undefined;
  const bytes = canonicalBytes(payload);
  try {
    return bytes && JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Returns true when the key signed exactly this text, which `readJwt` reads. */
function isSignedWith(token: string, key: Uint8Array): boolean {
  const end = token.lastIndexOf('.');
  const signature = canonicalBytes(token.slice(end + 1));
  const expected = hmac(token.slice(0, end), key);
  return signature?.length === expected.length && timingSafeEqual(signature, expected);
}

function hmac(text: string, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Accepts one spelling alone: the last character has unused bits, and Node skips foreign characters. */
function canonicalBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
