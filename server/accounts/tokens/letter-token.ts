import { type AppError, badRequest, type FieldError } from '#domain/errors.ts';
import { INVALID_FORM } from '#server/accounts/tokens/auth-request.ts';
import { type Claims, readClaims, type TokenPurpose, verifyToken } from '#server/accounts/tokens/tokens.ts';
import type { Context } from '#server/ground/context.ts';
import type { Row } from '#server/ground/db/schema.ts';

/** Errors of the token in a letter's link (record API §1.4). */
export const TOKEN_ERROR = {
  invalid: { code: 'validation_invalid_token', message: 'Invalid or expired token.' },
  noEmail: { code: 'validation_invalid_token_claims', message: 'Missing email token claim.' },
  noNewEmail: {
    code: 'validation_invalid_token_payload',
    message: 'Invalid token payload - newEmail must be set.',
  },
  otherEmail: {
    code: 'validation_token_email_mismatch',
    message: "The record email doesn't match with the requested token claims.",
  },
  emailTaken: { code: 'validation_invalid_token_email', message: 'The new email address is invalid.' },
} as const satisfies Record<string, FieldError>;

export interface LetterToken {
  account: Row<'users'>;
  claims: Claims;
}

/** Returns the account and the claims of a letter's token; null where the token is invalid or expired. */
export async function openLetterToken(
  context: Context,
  purpose: TokenPurpose,
  token: string,
): Promise<LetterToken | null> {
  const claims = readClaims(token);
  if (!claims) return null;
  const account = await context.db.read.selectFrom('users').selectAll().where('id', '=', claims.id).executeTakeFirst();
  if (!account || !verifyToken(context.secrets, purpose, token, account, context.now())) return null;
  return { account, claims };
}

export function refuseToken(error: FieldError): AppError {
  return badRequest(INVALID_FORM, { token: error });
}
