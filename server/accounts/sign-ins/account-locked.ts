import { type AppError, forbidden } from '#domain/errors.ts';

/** The 403 for an account that the operator locked; only a caller who has its password or its letters gets it. */
export function accountLocked(): AppError {
  return forbidden('The account is locked.', {
    identity: { code: 'validation_account_locked', message: 'The account is locked.' },
  });
}
