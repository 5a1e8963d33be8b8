import { z } from 'zod';
import { momentOn } from '#domain/series/occurrences.ts';
import { agree, instantBy, readZoneRules, type ZoneRules } from '#domain/series/zone-rules.ts';
import { holdsTime } from '#domain/sessions/session.ts';
import { printEpochMilliseconds } from '#domain/time/instant.ts';
import { act, type Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import { heldInSpans } from '#server/ground/db/held-time.ts';
import { ownerId, PROGRAM } from '#server/ground/identity/actor.ts';
import { runApart } from '#server/ground/process/run-apart.ts';
import { scopeOf } from '#server/practice/series/practice.ts';
import { readOccurrences, ruleOf } from '#server/practice/series/stored-series.ts';
import { changeSessions } from '#server/practice/sessions/change-sessions.ts';

const MINUTE = 60_000;

const storedRules = z.array(z.tuple([z.number(), z.number()]));

/** The version of the time zone database of this program: '2026c'. */
const OWN_VERSION = process.versions['tz'] ?? '';

/**
 * Keeps the wall time of series when this program is newer and has other rules for their zone (SERIES-03). Stores the
 * rules of each zone; a program with an older version changes nothing.
 */
export async function applyZoneRules(context: Context): Promise<void> {
  const { db } = context;
  const now = context.now();
  const zones = await db.read.selectFrom('series').select('time_zone').distinct().execute();
  const stored = new Map((await db.read.selectFrom('zone_rules').selectAll().execute()).map((row) => [row.zone, row]));
  for (const { time_zone: zone } of zones) {
    const before = stored.get(zone);
    if (before && before.version >= OWN_VERSION) continue;
    const rules = readZoneRules(zone, now);
    const old: ZoneRules = before ? storedRules.parse(JSON.parse(before.rules)) : rules;
    // If a practice failed, the stored rules stay old, and the next run checks the whole zone again; moved sessions
    // stay moved.
    if (!agree(old, rules, now.epochMilliseconds) && !(await applyRulesOfZone(context, zone, old, now))) continue;
    const row = { version: OWN_VERSION, rules: JSON.stringify(rules) };
    await db.write(({ trx }) =>
      trx
        .insertInto('zone_rules')
        .values({ zone, ...row })
        .onConflict((conflict) => conflict.column('zone').doUpdateSet(row))
        .execute(),
    );
  }
}

/** Returns whether all practices succeeded. */
async function applyRulesOfZone(
  context: Context,
  zone: string,
  old: ZoneRules,
  now: Temporal.Instant,
): Promise<boolean> {
  const owners = await context.db.read
    .selectFrom('series')
    .select('user')
    .distinct()
    .where('time_zone', '=', zone)
    .execute();
  let isDone = true;
  for (const { user } of owners) {
    const move = () =>
      act({ context, actor: PROGRAM, now }, ownerId(user), (action) => moveSessions(action, zone, old));
    isDone = (await runApart(context.log, 'rules of time zones', move)) && isDone;
  }
  return isDone;
}

/** Moves, all at once, the future sessions that are where the old rules put them; one whose new time is taken stays. */
async function moveSessions(action: Action, zone: string, old: ZoneRules): Promise<void> {
  const { write, owner } = action;
  let moved = await findMoved(action, zone, old);
  for (let before = -1; before !== moved.length;) {
    before = moved.length;
    const ids = new Set(moved.map(({ id }) => id));
    const spans = moved.map(({ startMs, duration }) => [startMs, startMs + duration * MINUTE] as const);
    const met = (await heldInSpans(write.trx, write.engine, owner, spans)).filter(
      ({ source, id }) => source === 'booking' || !ids.has(id),
    );
    const taken = new Set(met.map(({ at }) => at));
    moved = moved.filter((_, at) => !taken.has(at));
  }
  await changeSessions(
    action,
    moved.map(({ startMs, ...session }) => ({
      ...session,
      date: printEpochMilliseconds(startMs),
      // Two of them may overlap if they overlapped before.
      deliberate: moved.some(
        (other) =>
          other.id !== session.id &&
          other.startMs < startMs + session.duration * MINUTE &&
          startMs < other.startMs + other.duration * MINUTE,
      ),
    })),
  );
}

/** Returns the sessions to move, with their new start. */
async function findMoved(action: Action, zone: string, old: ZoneRules) {
  const { write, owner, now } = action;
  const all = await write.trx
    .selectFrom('series')
    .selectAll()
    .where('user', '=', owner)
    .where('time_zone', '=', zone)
    .execute();
  const found = [];
  for (const series of all) {
    const time = ruleOf(series).start.toPlainTime();
    for (const session of await readOccurrences(scopeOf(action), series.id)) {
      const { id, occurrence, duration, status } = session;
      const date = Temporal.PlainDate.from(occurrence);
      const { startMs } = momentOn(date, time, zone);
      const isUntouched = session.startMs === instantBy(old, date.toPlainDateTime(time)) && holdsTime(status);
      if (!isUntouched || status === 'completed' || startMs === session.startMs) continue;
      if (Math.min(startMs, session.startMs) < now.epochMilliseconds) continue;
      found.push({ id, startMs, duration, status, series: series.id, occurrence });
    }
  }
  return found;
}
