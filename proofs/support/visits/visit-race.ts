import { sql } from 'kysely';
import type PocketBase from 'pocketbase';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Database } from '#server/ground/db/database.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import type { Callers } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

export interface VisitSite {
  callers: Callers;
  db: Database;
  now(): Temporal.Instant;
}

interface Racing {
  rounds: number;
  /** Cancels and moves at once, half of each. */
  calls: number;
  /** The control: writes past the server once the calls have ended. */
  spoil?: (session: string) => Promise<unknown>;
}

/** What a round was found to do wrong; empty where it had one outcome. */
export type VisitRound = string[];

const HOURS_LATER = [1, 2, 3, 4];

/**
 * Lets a client cancel and move one visit by many calls at once, in every other round against the practitioner's own
 * move, and returns what was wrong after each round.
 */
export async function raceVisit(site: VisitSite, { rounds, calls, spoil }: Racing): Promise<VisitRound[]> {
  const { callers, db } = site;
  const practitioner = await callers.practitioner({ max_moves: 20 });
  const { pb, owner } = practitioner;
  await addWorkingWeek(db, owner, { is_available: 1 });
  const { id: client } = await pb.collection('clients').create({ name: 'Мария', phone: '+7 916 000-00-01' });
  const day = site.now().toZonedDateTimeISO('Europe/Moscow').toPlainDate().add({ days: 3 });
  const start = day.toZonedDateTime({ timeZone: 'Europe/Moscow', plainTime: '09:00' }).toInstant();
  const results: VisitRound[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await pb.collection('sessions').create({ client, date: start.toString() });
    const { url } = await pb.send<{ url: string }>(`/api/sessions/${id}/visit-link`, { method: 'POST', body: {} });
    const token = url.slice(url.indexOf('=') + 1);
    const visitors = Array.from({ length: calls }, (_, at) =>
      wish(callers.visitor(), { token, start, at: at + round }),
    );
    const own = async () => {
      await pb.collection('sessions').update(id, { date: start.add({ hours: 6 }).toString() });
      return null;
    };
    const all: (() => Promise<string | null>)[] = visitors.map((call) => () => call().catch(() => null));
    if (round % 2 === 1) all.splice(Math.floor(Math.random() * calls), 0, own);
    const passed = (await Promise.all(all.map((call) => call()))).filter((kind) => kind !== null);
    await spoil?.(id);
    results.push(await faultsOf({ db, id, start, kinds: new Set(passed) }, await heldTimeFaults(db.read, owner)));
    await pb.collection('sessions').delete(id);
  }
  return results;
}

/** Returns a call that resolves with what the visitor reached: 'cancel', or the start. */
function wish(
  visitor: PocketBase,
  { token, start, at }: { token: string; start: Temporal.Instant; at: number },
): () => Promise<string> {
  const seen = start.toString();
  const send = (path: string, body: object) => visitor.send<VisitPage>(path, { method: 'POST', body });
  if (at % 2 === 0) {
    return async () => {
      await send('/api/visit/cancel', { token, seen });
      return 'cancel';
    };
  }
  const to = start.add({ hours: HOURS_LATER[(at >> 1) % HOURS_LATER.length] ?? 1 }).toString();
  return async () => (await send('/api/visit/move', { token, seen, start: to })).start;
}

interface Ended {
  db: Database;
  id: string;
  start: Temporal.Instant;
  kinds: ReadonlySet<string>;
}

async function faultsOf({ db, id, start, kinds }: Ended, held: string[]): Promise<VisitRound> {
  const session = await db.read.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const told = await db.read
    .selectFrom('outbox')
    .innerJoin('news', (join) => join.on(sql<boolean>`outbox.ids like '%' || news.id || '%'`))
    .select('outbox.kind')
    .where('outbox.kind', 'in', ['visit-cancelled', 'visit-moved'])
    .where('news.session', '=', id)
    .execute();
  const [kind] = kinds;
  const isCancelled = kind === 'cancel';
  const isMoved = kind !== undefined && !isCancelled;
  const kept = session.date === printInstant(start);
  return [
    ...held,
    ...(kinds.size > 1 ? [`several outcomes: ${[...kinds].join(', ')}`] : []),
    ...(told.length === kinds.size ? [] : [`${told.length} letters about ${kinds.size} changes`]),
    ...(session.moves === (isMoved ? 1 : 0) ? [] : [`${session.moves} moves`]),
    ...((session.status === 'canceled') === isCancelled ? [] : [`${session.status} after ${kind}`]),
    ...((session.outcome === 'client') === isCancelled ? [] : [`outcome '${session.outcome}' after ${kind}`]),
    ...(isMoved && kept ? ['moved, and at its old time'] : []),
  ];
}
