import { isDeepStrictEqual } from 'node:util';
import { badRequest, Outdated } from '#domain/errors.ts';
import {
  SESSION_DURATION,
  SESSION_LIMITS,
  SESSION_OUTCOMES,
  SESSION_STATUSES,
  SESSION_TEXT,
  type SessionOutcome,
} from '#domain/sessions/session.ts';
import { PLACE_LIMITS } from '#domain/places/place-rules.ts';
import { sessionValues } from '#domain/sessions/session-values.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { defineCollection } from '#server/records/collection.ts';
import type { Body } from '#server/ground/http/bodies.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { addSession, changeSession, deleteSession } from '#server/practice/sessions/change-session.ts';

const TEXTS = ['description', 'thoughts', 'news'] as const;
const NO_CLIENT = { code: 'validation_no_client', message: SESSION_TEXT.noClient };

/**
 * With `allowOverlap: true` a body is saved even where the time is taken (SESSION-10), with `seen` only if the start
 * and the status are still those, so that a window with an old state does not overwrite a newer one.
 */
export const sessions = defineCollection({
  name: 'sessions',
  id: 'pbc_sessions',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    client: { type: 'relation', to: 'clients', required: true },
    date: { type: 'date', required: true },
    duration: { type: 'number', initial: SESSION_DURATION.default },
    description: { type: 'text', longest: SESSION_LIMITS.descriptionMax },
    status: { type: 'select', values: SESSION_STATUSES, initial: 'scheduled' },
    thoughts: { type: 'text', longest: SESSION_LIMITS.textMax },
    news: { type: 'text', longest: SESSION_LIMITS.textMax },
    series: { type: 'relation', to: 'series', writable: 'server' },
    occurrence: { type: 'text', writable: 'server' },
    moves: { type: 'number', writable: 'server' },
    outcome: { type: 'select', values: SESSION_OUTCOMES },
    outcome_at: { type: 'date', writable: 'server' },
    place: { type: 'text', longest: PLACE_LIMITS.sessionMax },
    price: { type: 'number', nullable: true },
    waived: { type: 'bool' },
    remind_from: { type: 'date', writable: 'server' },
  },
  access: { list: 'owner', view: 'owner', create: 'owner', update: 'owner', delete: 'owner' },
  schema: sessionValues,
  create: (_call, body) => (action, row) => addSession(action, withOutcome(action, null, row), mayOverlap(body)),
  update: (_call, body) => (action, before, row) => {
    refuseUnseen(before, row, body);
    return changeSession(action, before, withOutcome(action, before, withClientOrNoTexts(row)), mayOverlap(body));
  },
  delete: () => deleteSession,
});

/** The outcomes that a practitioner may set for a cancelled session. */
const NAMED_OUTCOMES: readonly SessionOutcome[] = ['', 'no_show', 'late'];

/**
 * Returns the row with its outcome and since when that is recorded: a cancellation without an outcome is the
 * practitioner's, a session that is no longer cancelled has none. Throws a 400 for an outcome that the practitioner may
 * not set, or of a session that is not cancelled.
 */
function withOutcome(
  { now }: Pick<Action, 'now'>,
  before: Decoded<'sessions'> | null,
  row: Decoded<'sessions'>,
): Decoded<'sessions'> {
  const named = row.outcome !== (before?.outcome ?? '');
  const wasCancelled = before?.status === 'canceled';
  const isCancelled = row.status === 'canceled';
  if (named && (!NAMED_OUTCOMES.includes(row.outcome) || (!isCancelled && row.outcome !== ''))) {
    throw badRequest('Failed to save record.', { outcome: FIELD_ERROR.invalidValue });
  }
  let { outcome } = row;
  if (!named && isCancelled && !wasCancelled && before) outcome = 'practitioner';
  if (!named && !isCancelled && wasCancelled) outcome = '';
  if (outcome === (before?.outcome ?? '')) return row;
  return { ...row, outcome, outcome_at: outcome === '' ? '' : printInstant(now) };
}

/** Throws a 400 for texts without a client: after an erasure they would be about the erased one (OWN-05). */
function withClientOrNoTexts(row: Decoded<'sessions'>): Decoded<'sessions'> {
  const texts = TEXTS.filter((name) => row.client === '' && row[name] !== '');
  if (texts.length === 0) return row;
  throw badRequest('Failed to update record.', Object.fromEntries(texts.map((name) => [name, NO_CLIENT])));
}

function refuseUnseen(before: Decoded<'sessions'>, row: Decoded<'sessions'>, { seen }: Body): void {
  const { date, status } = before;
  // An unchanged row means that the same change was sent again, after its response was lost.
  if (seen === undefined || isDeepStrictEqual(seen, { date, status }) || isDeepStrictEqual(before, row)) return;
  const message = 'The session is no longer as it was seen.';
  throw new Outdated(message, { seen: { code: 'session_changed', message } });
}

function mayOverlap(body: Body): boolean {
  return body['allowOverlap'] === true;
}
