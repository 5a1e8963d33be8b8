import { holdsTime, type SessionOutcome, type SessionStatus } from '#domain/sessions/session.ts';
import { counted, type Forms } from '#web/ground/format/plural.ts';

const CANCELLATIONS: Forms = { one: 'отмена', few: 'отмены', many: 'отмен' };
const NO_SHOWS: Forms = { one: 'неявка', few: 'неявки', many: 'неявок' };

/** '2 отмены', '1 неявка'; empty if none was cancelled or missed. */
export function notHeld(sessions: readonly { status: SessionStatus; outcome: SessionOutcome }[]): string[] {
  const lost = sessions.filter(({ status }) => !holdsTime(status));
  const missed = lost.filter(({ outcome }) => outcome === 'no_show').length;
  const canceled = lost.length - missed;
  return [canceled > 0 && counted(canceled, CANCELLATIONS), missed > 0 && counted(missed, NO_SHOWS)].filter(
    (words) => words !== false,
  );
}
