import { type NotNull, sql } from 'kysely';
import { REMINDER_HOURS } from '#domain/letters/letter.ts';
import { REMINDER_EARLIER_HOURS, reminderOf } from '#domain/letters/reminder.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import { act, type Action } from '#server/ground/action.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { ownerId, PROGRAM } from '#server/ground/identity/actor.ts';
import { runApart } from '#server/ground/process/run-apart.ts';
import { readAnnounced } from '#server/practice/letters/announced.ts';
import { type PlannedLetter, planLetters } from '#server/practice/letters/letter-rows.ts';

/** No reminder is sent longer before its session. */
const EARLIEST = { hours: Math.max(...REMINDER_HOURS) + REMINDER_EARLIER_HOURS };

/**
 * Plans the reminders of all practices that are due now (LETTER-04). None is stored earlier, because session, client
 * and rules may change until then. One whose time passed while no program ran is stored as expired, to be shown to the
 * practitioner.
 */
export async function planReminders(context: Context): Promise<void> {
  const now = context.now();
  const sessions = await findCandidates(context.db.read, now);
  for (const [user, own] of Map.groupBy(sessions, (session) => session.user)) {
    const due = own.flatMap((session) => dueReminder(session, now) ?? []);
    if (due.length === 0) continue;
    await runApart(context.log, 'reminders', () =>
      act({ context, actor: PROGRAM, now }, ownerId(user), async (action) =>
        planLetters(action, await withoutAnnounced(action, due)),
      ),
    );
  }
}

/** The reason of a reminder that was dropped because the letter about its meeting had not left yet. */
const ANNOUNCED = 'announced';

type Candidate = Awaited<ReturnType<typeof findCandidates>>[number];

function dueReminder(session: Candidate, now: Temporal.Instant): PlannedLetter | null {
  const { id, client, date, duration } = session;
  const planned = reminderOf(session);
  if (!planned) return null;
  const { at, until } = planned;
  if (Temporal.Instant.compare(at, now) > 0) return null;
  const over = Temporal.Instant.compare(until, now) <= 0 ? { over: { state: 'expired', reason: '' } as const } : {};
  return { kind: 'session-reminder', client, session: id, start: date, duration, at, until, ...over };
}

/** Drops reminders of meetings about which a letter still waits, since no reminder may leave before it. */
async function withoutAnnounced({ write, owner }: Action, due: readonly PlannedLetter[]): Promise<PlannedLetter[]> {
  const sessions = due.map(({ session = '' }) => session);
  const announced = await readAnnounced({ reader: write.trx, engine: write.engine, owner }, sessions);
  return due.map((reminder) =>
    announced.has(reminder.session ?? '') && !reminder.over
      ? { ...reminder, over: { state: 'dropped', reason: ANNOUNCED } }
      : reminder,
  );
}

/** Returns the sessions whose reminder may be due, and has not been planned for this start. */
function findCandidates(reader: Reader, now: Temporal.Instant) {
  const bounds = REMINDER_HOURS.map((hours) => {
    const last = printInstant(now.add({ hours: hours + REMINDER_EARLIER_HOURS }));
    return sql`when ${sql.lit(hours)} then ${last}`;
  });
  return (
    reader
      .selectFrom('profiles')
      // Practice by practice, so that an index finds the few days of each.
      .crossJoin('sessions')
      .innerJoin('clients', (join) =>
        join.onRef('clients.id', '=', 'sessions.client').onRef('clients.user', '=', 'sessions.user'),
      )
      .select(['sessions.id', 'sessions.user', 'sessions.client', 'sessions.date', 'sessions.duration'])
      .select(['sessions.remind_from', 'clients.time_zone as client_zone', 'profiles.time_zone as practice_zone'])
      .select(['profiles.reminder_hours', 'profiles.quiet_from', 'profiles.quiet_to'])
      .where('profiles.client_letters', '=', 1)
      .whereRef('sessions.user', '=', 'profiles.user')
      .where('sessions.date', '>', printInstant(now))
      .where('sessions.date', '<=', sql<string>`case profiles.reminder_hours ${sql.join(bounds, sql` `)} end`)
      .where('sessions.status', '=', 'scheduled')
      .where('sessions.remind_from', 'is not', null)
      .where('clients.reminders', '=', 'email')
      .where('clients.email', '!=', '')
      .$narrowType<{ client: NotNull; remind_from: NotNull }>()
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('letters')
              .select('letters.id')
              .whereRef('letters.user', '=', 'sessions.user')
              .whereRef('letters.session', '=', 'sessions.id')
              .whereRef('letters.start', '=', 'sessions.date')
              .where('letters.kind', '=', sql.lit('session-reminder'))
              .where(
                sql<boolean>`(
                  letters.state not in ('dropped', 'expired') or letters.handed > 0
                  or (letters.state = 'expired' or letters.reason = ${sql.lit(ANNOUNCED)})
                    and letters.created > sessions.remind_from
                )`,
              ),
          ),
        ),
      )
      .execute()
  );
}

/**
 * Restarts the time from which reminders count, for one client or all: a reminder whose moment has passed is not sent
 * late after this change, and imported sessions get reminders from now on.
 */
export async function renewReminders(
  { write: { trx }, owner, now }: Action,
  of: { client: string } | 'all',
): Promise<void> {
  const remind_from = printInstant(now);
  const sessions = trx
    .updateTable('sessions')
    .set({ remind_from })
    .where('user', '=', owner)
    .where('date', '>', remind_from)
    .where((row) => row.or([row('remind_from', 'is', null), row('date', '<=', printInstant(now.add(EARLIEST)))]));
  const series = trx
    .updateTable('series')
    .set({ remind_from })
    .where('user', '=', owner)
    .where('remind_from', 'is', null);
  await (of === 'all' ? sessions : sessions.where('client', '=', of.client)).execute();
  await (of === 'all' ? series : series.where('client', '=', of.client)).execute();
}
