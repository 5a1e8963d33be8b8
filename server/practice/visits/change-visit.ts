import { badRequest, conflict, notFound, slotTaken } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import { actIn, type Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import { releaseTime } from '#server/ground/db/held-time.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { GUEST, ownerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { planRequestLetters } from '#server/practice/letters/request-letters.ts';
import { type LetterIds, type LetterKind, queueLetter } from '#server/ground/mail/queue-letter.ts';
import { addNews, type News } from '#server/practice/news/write-news.ts';
import { updateRow } from '#server/records/store.ts';
import { changeSession } from '#server/practice/sessions/change-session.ts';
import { findVisitLink } from '#server/practice/visit-links/visit-links.ts';
import { isFreeTime } from '#server/practice/availability/free-times.ts';
import { readVisit, type Visit } from '#server/practice/visits/read-visit.ts';

/** What the visitor's page sends with a change: the link's token and what it shows. */
interface Wish {
  token: string;
  /** The start that the page shows. */
  seen: Temporal.Instant;
}

/** What the page says about a cancellation, if it does. */
interface CancelRequest extends Wish {
  kind?: Visit['kind'] | undefined;
  may?: 'yes' | 'late' | undefined;
  paid?: boolean | undefined;
}

interface MoveRequest extends Wish {
  start: Temporal.Instant;
  /** How many more moves the page shows. */
  left?: number | undefined;
}

type Run = (action: Action, visit: Visit) => Promise<void>;

/** Runs a change under the practitioner's lock, and returns the visit after it. */
async function changeVisit(context: Context, token: string, run: Run): Promise<Visit> {
  const now = context.now();
  return context.db.write(async (write) => {
    const link = await findVisitLink(write.trx, token);
    if (!link) throw notFound();
    const action = await actIn(write, { context, actor: GUEST, now }, ownerId(link.user));
    // Read again under the lock, because the practitioner may have revoked the link.
    const held = await findVisitLink(write.trx, token);
    if (!held) throw notFound();
    await run(action, await readVisit(write.trx, held, now));
    return readVisit(write.trx, held, now);
  });
}

/** Cancels a session or withdraws a request (VISIT-03). Repeating it changes nothing. */
export function cancelVisit(context: Context, { token, seen, ...shown }: CancelRequest): Promise<Visit> {
  return changeVisit(context, token, async (action, visit) => {
    const { status, rights, session, request } = visit;
    if (status === 'cancelled') return;
    refuseChanged(visit, seen);
    const { may, paid } = rights.cancel;
    if (may === 'no') throw refusedFor('too_late');
    const terms = [shown.kind ?? visit.kind, shown.may ?? may, shown.paid ?? paid];
    if (terms.join() !== [visit.kind, may, paid].join()) throw changed('terms_changed');
    if (session) {
      const outcome = may === 'late' ? 'late' : 'client';
      const cancelled = { status: 'canceled', outcome, outcome_at: printInstant(action.now) } as const;
      await changeSession(action, session, { ...session, ...cancelled }, false);
      const news = await addVisitNews(action, session, { kind: 'client_canceled', before: session.date });
      await tellPractitioner(action, { kind: 'visit-cancelled', ids: { news } });
    } else if (request) {
      await releaseTime(action.write, action.owner, { source: 'booking', sourceId: request.id });
      const withdrawn = { status: 'cancelled', held_since: '', withdrawn: true } as const;
      await planRequestLetters(action, await updateRow(action, 'booking', request.id, withdrawn), null);
      await addNews(action, [{ kind: 'request_withdrawn', booking: request.id, before: request.date }]);
      await tellPractitioner(action, { kind: 'booking-withdrawn', ids: { booking: request.id } });
    }
  });
}

/**
 * Moves a session to a free time; the old time is released only once the new one is held. Repeating it changes nothing.
 */
export function moveVisit(context: Context, { token, seen, start, left }: MoveRequest): Promise<Visit> {
  return changeVisit(context, token, async (action, visit) => {
    const { rights, session } = visit;
    if (session && visit.status === 'planned' && visit.start.equals(start)) return;
    refuseChanged(visit, seen);
    if (rights.move.may === 'no' || !session) {
      const isLate = visit.status !== 'planned' || Temporal.Instant.compare(rights.move.until, action.now) < 0;
      throw refusedFor(isLate ? 'too_late' : 'too_many_moves');
    }
    if ((left ?? rights.move.left) !== rights.move.left) throw changed('terms_changed');
    if (!(await isFreeTime(action.write.trx, visit, start, action.now))) throw slotTaken();
    const outcome_at = printInstant(action.now);
    const moved = { ...session, date: printInstant(start), moves: session.moves + 1, outcome_at };
    await changeSession(action, session, moved, false);
    const news = await addVisitNews(action, session, { kind: 'client_moved', before: session.date, after: moved.date });
    await tellPractitioner(action, { kind: 'visit-moved', ids: { news } });
  });
}

/** Throws if the practitioner has changed the visit since the page was opened. */
function refuseChanged({ start }: Visit, seen: Temporal.Instant): void {
  if (!start.equals(seen)) throw changed('visit_changed');
}

/** Returns the error for a visit that differs from what the page shows: another time, or other terms. */
function changed(code: 'visit_changed' | 'terms_changed'): Error {
  const message = 'The visit was changed meanwhile.';
  return conflict(message, { seen: { code, message } });
}

function refusedFor(code: 'too_late' | 'too_many_moves'): Error {
  const message = code === 'too_late' ? 'It is too late for that.' : 'The visit was moved as often as allowed.';
  return badRequest(message, { token: { code, message } });
}

/** Adds the news about what the client did with a session. Returns its id. */
async function addVisitNews(action: Action, { id, client }: Decoded<'sessions'>, deed: News): Promise<string> {
  const news = newRecordId();
  await addNews(action, [{ ...deed, id: news, session: id, client }]);
  return news;
}

type Told = { [Kind in LetterKind]: { kind: Kind; ids: LetterIds[Kind] } }[
  | 'visit-cancelled'
  | 'visit-moved'
  | 'booking-withdrawn'];

async function tellPractitioner(action: Action, { kind, ids }: Told): Promise<void> {
  const { context, write, owner, now } = action;
  const dedupeKey = `${kind}:${Object.values(ids).join()}:${printInstant(now)}`;
  await queueLetter(write, { kind, ids, account: owner, dedupeKey, now });
  context.events.wakeAfter(write, 'letters');
}
