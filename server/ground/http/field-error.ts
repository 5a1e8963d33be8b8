import type { FieldError } from '#domain/errors.ts';

/** The codes and sentences that the record API has for a field (record API §1.2). */
export const FIELD_ERROR = {
  required: { code: 'validation_required', message: 'Cannot be blank.' },
  invalidValue: { code: 'validation_invalid_value', message: 'Invalid value.' },
  invalidFormat: { code: 'validation_invalid_format', message: 'Invalid value format.' },
  notANumber: { code: 'validation_not_a_number', message: 'The submitted number is not properly formatted.' },
  onlyInteger: { code: 'validation_only_int_constraint', message: 'Decimal numbers are not allowed.' },
  email: { code: 'validation_is_email', message: 'Must be a valid email address.' },
  notUnique: { code: 'validation_not_unique', message: 'Value must be unique.' },
  commonPassword: { code: 'validation_common_password', message: 'This password is easy to guess.' },
  mismatch: { code: 'validation_values_mismatch', message: "Values don't match." },
  missingRelation: {
    code: 'validation_missing_rel_records',
    message: 'Failed to find all relation records with the provided ids.',
  },
  idChange: { code: 'validation_pk_change', message: 'The record primary key cannot be changed.' },
} as const satisfies Record<string, FieldError>;

export function wrongType(wanted: string): FieldError {
  return { code: FIELD_ERROR.invalidValue.code, message: `Must be ${wanted}.` };
}

export function textTooShort(min: number): FieldError {
  return { code: 'validation_min_text_constraint', message: `Must be at least ${min} character(s).`, params: { min } };
}

export function textTooLong(max: number): FieldError {
  return {
    code: 'validation_max_text_constraint',
    message: `Must be no more than ${max} character(s).`,
    params: { max },
  };
}

export function tooLong(max: number): FieldError {
  return { code: 'validation_length_too_long', message: `The length must be no more than ${max}.`, params: { max } };
}
