import { badRequest } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';

type Session = Decoded<'sessions'>;

/**
 * Returns what a practitioner stores with its outcome and since when that stands: a cancellation is theirs, a session
 * that is no longer cancelled has none. Throws a 400 where the practitioner names another one than '' and 'no_show'.
 */
export function withOutcome({ now }: Pick<Action, 'now'>, before: Session | null, row: Session): Session {
  const named = row.outcome !== (before?.outcome ?? '');
  if (named && row.outcome !== '' && row.outcome !== 'no_show') {
    throw badRequest('Failed to save record.', { outcome: FIELD_ERROR.mismatch });
  }
  const wasCancelled = before?.status === 'canceled';
  const isCancelled = row.status === 'canceled';
  let { outcome } = row;
  if (!named && isCancelled && !wasCancelled && before) outcome = 'practitioner';
  if (!named && !isCancelled && wasCancelled) outcome = '';
  if (outcome === (before?.outcome ?? '')) return row;
  return { ...row, outcome, outcome_at: outcome === '' ? '' : printInstant(now) };
}
