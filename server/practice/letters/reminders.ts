import { sql } from 'kysely';
import { planReminder } from '#domain/letters/reminder.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { idList } from '#server/ground/db/id-list.ts';
import { dropWaiting, type PlannedLetter, piecesOf, queueClientLetters } from '#server/practice/letters/letter-rows.ts';
import { readRules } from '#server/practice/letters/recipients.ts';

/** Sessions by their ids, those of one client, or all. */
type Scope = { sessions: readonly string[] } | { client: string } | 'all';

/**
 * Brings the waiting reminders of sessions in line with what is stored now: plans missing ones, drops those that no
 * longer hold, and leaves the others and those that were sent (LETTER-04).
 */
export async function replanReminders(action: Action, scope: Scope): Promise<void> {
  const rules = await readRules(action);
  if (!rules?.client_letters) return void (await dropWaiting(action, scope));
  if (typeof scope === 'object' && 'sessions' in scope) {
    for (const sessions of piecesOf(scope.sessions)) await replan(action, { sessions }, rules);
  } else await replan(action, scope, rules);
}

type Rules = NonNullable<Awaited<ReturnType<typeof readRules>>>;

async function replan(action: Action, scope: Scope, rules: Rules): Promise<void> {
  const { write, owner, now } = action;
  const { trx, engine } = write;
  const stamp = printInstant(now);
  let ahead = trx
    .selectFrom('sessions')
    .innerJoin('clients', (join) => join.onRef('clients.id', '=', 'sessions.client').on('clients.user', '=', owner))
    .select(['sessions.id', 'sessions.client', 'sessions.date', 'sessions.duration', 'clients.time_zone'])
    .where('sessions.user', '=', owner)
    .where('sessions.status', '=', 'scheduled')
    .where('sessions.date', '>', stamp)
    .where('clients.reminders', '=', 'email')
    .where('clients.email', '!=', '');
  let known = trx
    .selectFrom('letters')
    .leftJoin('outbox', (join) => join.onRef('outbox.letter', '=', 'letters.id').on('outbox.letter', '!=', sql.lit('')))
    .select(['letters.id', 'session', 'letters.kind', 'letters.state', 'letters.not_before', 'start', 'sequence'])
    .select('outbox.expires')
    .where('user', '=', owner)
    .where('session', '!=', sql.lit(''));
  if (scope === 'all') known = known.where('start', '>', stamp);
  else if ('client' in scope) {
    ahead = ahead.where('sessions.client', '=', scope.client);
    known = known.where('client', '=', scope.client).where('client', '!=', sql.lit(''));
  } else {
    ahead = ahead.where('sessions.id', 'in', idList(engine, scope.sessions));
    known = known.where('session', 'in', idList(engine, scope.sessions));
  }
  const sessions = await ahead.execute();
  const letters = await known.execute();
  const bySession = Map.groupBy(letters, ({ session }) => session);
  const kept = new Set<string>();
  const missing = sessions.flatMap((session): PlannedLetter[] => {
    const { date, duration, client } = session;
    const own = bySession.get(session.id) ?? [];
    const reminders = own.filter(({ kind, start }) => kind === 'session-reminder' && start === date);
    // One whose time has come only waits for its next attempt.
    const late = reminders.find(
      ({ state, not_before, expires }) => state === 'due' && not_before <= stamp && expires !== null && expires > stamp,
    );
    if (late) {
      kept.add(late.id);
      return [];
    }
    const timeZone = session.time_zone || rules.time_zone;
    const quiet = { from: rules.quiet_from, to: rules.quiet_to };
    const planned = planReminder(parseStoredInstant(date), { hours: rules.reminder_hours, quiet, timeZone }, now);
    if (!planned) return [];
    // Never twice: one that was sent, or may have been, stays the only one for this start.
    if (reminders.some(({ state }) => state === 'sent' || state === 'unknown')) return [];
    const same = reminders.find(({ state, not_before }) => state === 'due' && not_before === printInstant(planned.at));
    if (same) {
      kept.add(same.id);
      return [];
    }
    const sequence = Math.max(-1, ...own.map((letter) => letter.sequence)) + 1;
    const { at, until } = planned;
    return [{ kind: 'session-reminder', client, session: session.id, start: date, duration, sequence, at, until }];
  });
  const gone = letters.filter(({ id, kind, state }) => kind === 'session-reminder' && state === 'due' && !kept.has(id));
  for (const piece of piecesOf(gone)) await dropWaiting(action, { ids: piece.map(({ id }) => id) });
  for (const piece of piecesOf(missing)) await queueClientLetters(action, piece);
}
