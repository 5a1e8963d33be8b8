import { newPassword } from '#domain/accounts/account.ts';
import { isEasyPassword, type PasswordOwner } from '#domain/accounts/easy-password.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { COMMON_PASSWORDS } from '#server/accounts/passwords/common-passwords.ts';
import { FIELD_ERROR, wrongType, fieldErrorsOf } from '#server/ground/http/field-error.ts';

type Body = Readonly<Record<string, unknown>>;

/** Returns the errors of a new password and its confirmation: both are required and must be equal. */
export function passwordPairErrors({ password, passwordConfirm }: Body): FieldErrors {
  const errors: FieldErrors = {};
  for (const [name, value] of Object.entries({ password, passwordConfirm })) {
    if (value === undefined || value === null || value === '') errors[name] = FIELD_ERROR.required;
    else if (typeof value !== 'string') errors[name] = wrongType('a text');
  }
  if (Object.keys(errors).length === 0 && password !== passwordConfirm)
    errors['passwordConfirm'] = FIELD_ERROR.mismatch;
  return errors;
}

export function passwordLengthErrors({ password }: Body): FieldErrors {
  const result = newPassword.safeParse(password);
  // The schema validates a single value and names no field.
  const { record } = result.success ? {} : fieldErrorsOf(result.error.issues, { record: password });
  return record ? { password: record } : {};
}

/** Returns the error of a common password (AUTH-13). Values that are no text have been refused already. */
export function easyPasswordErrors(password: unknown, owner: PasswordOwner): FieldErrors {
  const easy = typeof password === 'string' && isEasyPassword(password, owner, COMMON_PASSWORDS);
  return easy ? { password: FIELD_ERROR.commonPassword } : {};
}
