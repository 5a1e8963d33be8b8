import { SESSION_DURATION } from '#domain/sessions/session.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import { act, type Action } from '#server/ground/action.ts';
import type { DemoPractice, DemoSeries } from '#demo/practice.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';
import type { SignedIn } from '#server/ground/identity/actor.ts';
import { createSeries } from '#server/practice/series/create-series.ts';
import { endSeries } from '#server/practice/series/end-series.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import { extendSeries } from '#server/practice/series/extend-series.ts';
import { computeSeries } from '#server/practice/series/preview-series.ts';
import { scopeOf } from '#server/practice/series/practice.ts';
import { changeSession } from '#server/practice/sessions/change-session.ts';

const { timeZone } = DEMO_PRACTITIONER;

/** Returns the sessions that no series makes, and held time without that of the others. */
export function besideSeries({
  sessions,
  heldTime,
  series,
}: DemoPractice): Pick<DemoPractice, 'sessions' | 'heldTime'> {
  const starts = new Map(series.map(({ client, start }) => [client, printInstant(instantOf(start))]));
  const byHand = sessions.filter(({ client, date }) => date < (starts.get(client) ?? '9'));
  const made = new Set(sessions.filter((session) => !byHand.includes(session)).map(({ id }) => id));
  return { sessions: byHand, heldTime: heldTime.filter(({ source_id }) => !made.has(source_id)) };
}

/** Makes the series as their practitioner did over the last weeks, and what became of their sessions. */
export async function furnishSeries(context: Context, actor: SignedIn, practice: DemoPractice): Promise<void> {
  const now = context.now();
  const { owner } = actor;
  for (const series of practice.series.toSorted((a, b) => Temporal.PlainDateTime.compare(a.start, b.start))) {
    const began = instantOf(series.start).subtract({ hours: 1 });
    await act({ context, actor, now: began }, owner, (action) => begin(action, series, now));
  }
  await act({ context, actor, now }, owner, (action) => hold(action, practice));
  // No job waits for it, and a slow machine would leave the demo half planned.
  await extendSeries(context, { ownerMs: Infinity });
}

async function begin(
  action: Action,
  { client, start, everyWeeks, count, turn }: DemoSeries,
  now: Temporal.Instant,
): Promise<void> {
  const wish = {
    client,
    start,
    every_weeks: everyWeeks,
    until: '',
    count,
    duration: SESSION_DURATION.default,
    status: 'scheduled' as const,
    session: '',
  };
  const { digest, occurrences } = await computeSeries(scopeOf(action), wish);
  const ahead = occurrences.filter(({ startMs }) => startMs > now.epochMilliseconds).map(({ date }) => date);
  const skipped = turn === 'away' ? ahead.slice(0, 2) : [];
  const decisions = Object.fromEntries(skipped.map((date) => [date, 'skip']));
  const { series } = await createSeries(action, { ...wish, decisions, digest });
  if (turn !== 'ended') return;
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  await endSeries({ ...action, now }, series.id, today);
}

/** Gives the sessions of series that are over the status and the texts that the practice has for them. */
async function hold(action: Action, { sessions }: DemoPractice): Promise<void> {
  const { write, owner, now } = action;
  const stored = write.trx
    .selectFrom('sessions')
    .selectAll()
    .where('user', '=', owner)
    .where('series', 'is not', null)
    .where('date', '<', printInstant(now));
  for (const session of await openRows(write.trx, 'sessions', await stored.execute())) {
    const { client, date } = session;
    const held = sessions.find((other) => other.client === client && other.date === date);
    if (!held) continue;
    const { status, news, thoughts } = held;
    await changeSession(action, session, { ...session, status, news, thoughts }, false);
  }
}

function instantOf(start: Temporal.PlainDateTime): Temporal.Instant {
  return start.toZonedDateTime(timeZone).toInstant();
}
