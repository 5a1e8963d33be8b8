import type { FieldError } from '#domain/errors.ts';
import { FIELD_ERROR, tooLong, wrongType } from '#server/ground/http/field-error.ts';
import type { Body } from '#server/ground/http/bodies.ts';

const LONGEST = { clientId: 255, topics: 100, topic: 2500, together: 64 * 1024 } as const;

type Errors = Record<string, FieldError | Record<string, FieldError>>;

/** Returns the topics of a subscription or its errors. A topic named twice counts once. */
export function readSubscription(body: Body): { clientId: string; subscriptions: string[] } | { errors: Errors } {
  const { clientId, subscriptions = [] } = body;
  const errors: Errors = {};
  if (clientId === undefined || clientId === '') errors['clientId'] = FIELD_ERROR.required;
  else if (typeof clientId !== 'string') errors['clientId'] = wrongType('a text');
  else if (clientId.length > LONGEST.clientId) errors['clientId'] = tooLong(LONGEST.clientId);
  const wrong = topicErrors(subscriptions);
  if (wrong) errors['subscriptions'] = wrong;
  if (typeof clientId !== 'string' || Object.keys(errors).length > 0) return { errors };
  return { clientId, subscriptions: Array.isArray(subscriptions) ? [...new Set(subscriptions.map(String))] : [] };
}

function topicErrors(subscriptions: unknown): Errors[string] | null {
  if (!Array.isArray(subscriptions)) return wrongType('a list');
  if (subscriptions.length > LONGEST.topics) return tooLong(LONGEST.topics);
  const errors: Record<string, FieldError> = {};
  subscriptions.forEach((topic: unknown, index) => {
    if (typeof topic !== 'string') errors[index] = wrongType('a text');
    else if (topic.length > LONGEST.topic) errors[index] = tooLong(LONGEST.topic);
  });
  if (Object.keys(errors).length > 0) return errors;
  return subscriptions.join('').length > LONGEST.together ? tooLong(LONGEST.together) : null;
}
