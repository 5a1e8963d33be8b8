import type { FieldError, FieldErrors } from '#domain/errors.ts';
import { FIELD_ERROR, tooLong, wrongType } from '#server/ground/http/field-error.ts';
import type { Body } from '#server/ground/http/bodies.ts';

export type BatchMethod = 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'GET';

/** One request of a batch as sent, its shape checked. */
export interface BatchItem {
  method: BatchMethod;
  url: string;
  body: Body;
}

export const BATCH_LIMITS = { requests: 50, bytes: 4 * 1024 * 1024, milliseconds: 3000, urlCharacters: 2000 } as const;

const METHODS: readonly BatchMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type ShapeErrors = Record<string, FieldError | Record<string, FieldErrors>>;

/** Returns the `requests` of a batch, or their errors in the form of record API §7. */
export function readBatch(body: Body): { items: BatchItem[] } | { errors: ShapeErrors } {
  const { requests } = body;
  if (!Array.isArray(requests)) return { errors: { requests: wrongType('a list') } };
  if (requests.length > BATCH_LIMITS.requests) return { errors: { requests: tooLong(BATCH_LIMITS.requests) } };
  const items: BatchItem[] = [];
  const errors: Record<string, FieldErrors> = {};
  requests.forEach((request: unknown, index) => {
    const read = readItem(request);
    if ('errors' in read) errors[index] = read.errors;
    else items.push(read);
  });
  return Object.keys(errors).length > 0 ? { errors: { requests: errors } } : { items };
}

function readItem(request: unknown): BatchItem | { errors: FieldErrors } {
  const { method, url, body } = isObject(request) ? request : {};
  const errors: FieldErrors = {};
  const known = METHODS.find((candidate) => typeof method === 'string' && candidate === method.toUpperCase());
  if (!known) errors['method'] = { code: 'validation_in_invalid', message: 'Must be a valid value.' };
  if (typeof url !== 'string' || url === '') errors['url'] = FIELD_ERROR.required;
  else if (url.length > BATCH_LIMITS.urlCharacters) errors['url'] = tooLong(BATCH_LIMITS.urlCharacters);
  if (body !== undefined && body !== null && !isObject(body)) errors['body'] = wrongType('an object');
  if (!known || typeof url !== 'string' || Object.keys(errors).length > 0) return { errors };
  return { method: known, url, body: isObject(body) ? Object.assign(Object.create(null), body) : {} };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
