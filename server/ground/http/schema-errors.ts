import type { z } from 'zod';
import type { FieldError, FieldErrors } from '#domain/errors.ts';
import type { Body } from '#server/ground/http/bodies.ts';
import { FIELD_ERROR, textTooLong, textTooShort } from '#server/ground/http/field-error.ts';

type Issue = z.core.$ZodIssue;

/** Returns the first issue of each field, in the codes of the record API. `values` are the schema's input. */
export function fieldErrorsOf(issues: readonly Issue[], values: Body): FieldErrors {
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

/** A rule can set its own code and sentence: `params: { code, message }`. */
function ownError(params: Record<string, unknown> | undefined): FieldError {
  const { code, message } = params ?? {};
  return {
    code: typeof code === 'string' ? code : FIELD_ERROR.invalidValue.code,
    message: typeof message === 'string' ? message : FIELD_ERROR.invalidValue.message,
  };
}
