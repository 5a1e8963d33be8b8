import { toldApart } from '#domain/clients/told-apart.ts';
import { momentOn, type Moment, type Rule } from '#domain/series/occurrences.ts';
import type { Occurrence } from '#domain/series/series.ts';
import { judge, type Judged, type Practice, type TakenTime } from '#domain/series/verdict.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time/zone.ts';
import { readWeek } from '#server/practice/availability/read-week.ts';
import type { Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { heldInSpans } from '#server/ground/db/held-time.ts';
import { idList, ownerBesideIds } from '#server/ground/db/query.ts';
import { decodeRow } from '#server/ground/db/row-codec.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { visitorRulesOf } from '#server/practice/profiles/stored-profile.ts';

const MINUTE = 60_000;
const DAY_MS = 24 * 60 * MINUTE;

/** A practitioner's data, as read outside or inside a transaction. */
export interface Scope {
  reader: Reader;
  engine: Engine;
  owner: OwnerId;
  now: Temporal.Instant;
}

/** Returns the scope of code inside a transaction. */
export function scopeOf({ write, owner, now }: Action): Scope {
  return { reader: write.trx, engine: write.engine, owner, now };
}

/** Returns the scope of a request that writes nothing. */
export function readingScope({ db, now }: Pick<Context, 'db' | 'now'>, owner: OwnerId): Scope {
  return { reader: db.read, engine: db.engine, owner, now: now() };
}

/** Returns the data by which occurrences are judged; working hours are in the practice's own zone. */
export async function readPractice({ reader, owner, now }: Scope): Promise<Practice> {
  const profile = await reader.selectFrom('profiles').selectAll().where('user', '=', owner).executeTakeFirst();
  const week = await readWeek(reader, owner);
  if (!profile) return { timeZone: DEFAULT_TIME_ZONE, week, daysOff: [], now };
  const { daysOff } = visitorRulesOf(decodeRow('profiles', profile));
  return { timeZone: profile.time_zone, week, daysOff, now };
}

export function todayIn({ now }: Pick<Scope, 'now'>, timeZone: string): Temporal.PlainDate {
  return now.toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Judges the occurrences of a rule on these dates; the time of the sessions in `except` counts as free. */
export async function judgeDates(
  { reader, engine, owner }: Scope,
  practice: Practice,
  { rule, duration }: { rule: Rule; duration: number },
  dates: readonly Temporal.PlainDate[],
  except: ReadonlySet<string> = new Set(),
): Promise<Judged[]> {
  const time = rule.start.toPlainTime();
  const moments = dates.map((date) => momentOn(date, time, rule.timeZone));
  const taken: TakenTime[][] = moments.map(() => []);
  for (const { at, source, id, start, end } of await heldInSpans(
    reader,
    engine,
    owner,
    moments.map((moment) => spanOf(moment, rule.timeZone, duration)),
  )) {
    if (source !== 'session' || !except.has(id)) taken[at]?.push({ start, end, kind: source, id });
  }
  return moments.map((moment, at) => judge(moment, duration, practice, taken[at] ?? [], rule.timeZone));
}

/**
 * Returns the span that covers the local day, for suggestions of free times, and the session, which may pass midnight.
 */
function spanOf({ date, startMs }: Moment, timeZone: string, duration: number): [number, number] {
  const dayStart = date.toZonedDateTime(timeZone).epochMilliseconds;
  return [Math.min(dayStart, startMs), Math.max(dayStart + DAY_MS, startMs + duration * MINUTE)];
}

/** Returns the occurrences as sent to clients of the API, with the names of the records that take their time. */
export async function withNames(scope: Scope, judged: readonly Judged[]): Promise<Occurrence[]> {
  const idsOf = (kind: 'session' | 'booking'): string[] => [
    ...new Set(judged.flatMap(({ with: met }) => (met?.kind === kind ? [met.id] : []))),
  ];
  const names = new Map<string, string>();
  const [sessions, bookings] = [idsOf('session'), idsOf('booking')];
  const { reader, engine, owner } = scope;
  if (sessions.length > 0) {
    const rows = await reader
      .selectFrom('sessions')
      .innerJoin('clients', 'clients.id', 'sessions.client')
      .select(['sessions.id', 'clients.name', 'clients.namesake', 'clients.phone'])
      .where(ownerBesideIds(engine, 'sessions.user'), '=', owner)
      .where('sessions.id', 'in', idList(engine, sessions))
      .execute();
    for (const { id, namesake, ...client } of rows) {
      names.set(`session ${id}`, toldApart({ ...client, namesake: namesake === 1 }));
    }
  }
  if (bookings.length > 0) {
    const rows = await reader
      .selectFrom('booking')
      .select(['id', 'name'])
      .where(ownerBesideIds(engine, 'user'), '=', owner)
      .where('id', 'in', idList(engine, bookings))
      .execute();
    for (const { id, name } of rows) names.set(`booking ${id}`, name);
  }
  return judged.map(({ startMs: _startMs, with: met, ...occurrence }) => ({
    ...occurrence,
    with: met && { ...met, name: names.get(`${met.kind} ${met.id}`) ?? '' },
  }));
}
