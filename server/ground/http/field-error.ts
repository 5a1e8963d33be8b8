import type { FieldError, FieldErrors } from '#domain/errors.ts';
import type { z } from 'zod';

/** The codes and messages for fields (record API §1.2). */
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

type Issue = z.core.$ZodIssue;

/** Returns the first issue of each field, with the codes of the record API. `values` are the schema's input. */
export function fieldErrorsOf(issues: readonly Issue[], values: Readonly<Record<string, unknown>>): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = String(issue.path[0] ?? 'record');
    errors[field] ??= fieldErrorOf(issue, values[field]);
  }
  return errors;
}

function fieldErrorOf(issue: Issue, value: unknown): FieldError {
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return FIELD_ERROR.required;
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return issue.format === 'email' ? FIELD_ERROR.email : FIELD_ERROR.invalidFormat;
    case 'invalid_type':
      return issue.expected === 'int' ? FIELD_ERROR.onlyInteger : FIELD_ERROR.invalidValue;
    case 'custom':
      return ownError(issue.params);
    default:
      return FIELD_ERROR.invalidValue;
  }
}

function tooSmall(origin: string, min: number): FieldError {
  if (origin === 'string') return textTooShort(min);
  if (origin === 'array') {
    return { code: 'validation_not_enough_values', message: `Select at least ${min}.`, params: { minSelect: min } };
  }
  return {
    code: 'validation_min_number_constraint',
    message: `Must be greater or equal than ${min}.`,
    params: { min },
  };
}

function tooBig(origin: string, max: number): FieldError {
  if (origin === 'string') return textTooLong(max);
  if (origin === 'array') {
    return { code: 'validation_too_many_values', message: `Select no more than ${max}.`, params: { maxSelect: max } };
  }
  return { code: 'validation_max_number_constraint', message: `Must be less or equal than ${max}.`, params: { max } };
}

/** A rule can set its own code and message: `params: { code, message }`. */
function ownError(params: Record<string, unknown> | undefined): FieldError {
  const { code, message } = params ?? {};
  return {
    code: typeof code === 'string' ? code : FIELD_ERROR.invalidValue.code,
    message: typeof message === 'string' ? message : FIELD_ERROR.invalidValue.message,
  };
}
