import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { SERIES_LIMITS } from '#domain/series/series.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { type SeriesPractice, seriesPractice } from '#proofs/support/series/series-calls.ts';
import type { Nodes } from '#proofs/torture/nodes.ts';

const WHOLE = SERIES_LIMITS.mostOccurrences;

export interface KilledSave {
  /** Whether the response came before the end. */
  answered: boolean;
  /** Sessions that were stored when the program was gone. */
  stored: number;
  faults: string[];
}

/**
 * Kills the server within the time that a save of the longest series takes, looks at what is stored, and sends the save
 * once more. `spoil` runs before the look.
 */
export async function killSave(
  nodes: Pick<Nodes, 'at' | 'db' | 'now' | 'kill' | 'restart'>,
  withinMs: number,
  spoil: (practice: SeriesPractice) => Promise<unknown> = async () => {},
): Promise<KilledSave> {
  const practice = await seriesPractice(await nodes.at(0).practitioner());
  const today = nodes.now().toZonedDateTimeISO('Europe/Moscow').toPlainDate();
  const wish = { start: `${today.add({ days: 1 }).toString()}T10:00`, every_weeks: 1, count: WHOLE };
  const { digest } = await practice.preview(wish);
  const id = newRecordId();
  let answered = false;
  const saving = practice.save(wish, { id, digest }).then(
    () => (answered = true),
    () => undefined,
  );
  await sleep(randomInt(withinMs));
  await nodes.kill(0);
  await saving;
  await spoil(practice);
  const stored = await storedOf(nodes, practice);
  const faults = faultsOf(stored, answered);
  await nodes.restart(0);
  const { created } = await practice.save(wish, { id, digest });
  const again = await storedOf(nodes, practice);
  if (created !== WHOLE || again.sessions !== WHOLE) faults.push(`${again.sessions} sessions once it was sent again`);
  faults.push(...(await heldTimeFaults(nodes.db.read, practice.owner)));
  return { answered, stored: stored.sessions, faults };
}

/** Returns how long a save takes that nothing interrupts. */
export async function saveTime(nodes: Pick<Nodes, 'at' | 'now'>): Promise<number> {
  const practice = await seriesPractice(await nodes.at(0).practitioner());
  const start = `${nodes.now().toZonedDateTimeISO('Europe/Moscow').toPlainDate().add({ days: 1 }).toString()}T10:00`;
  const wish = { start, every_weeks: 1, count: WHOLE };
  const { digest } = await practice.preview(wish);
  const began = performance.now();
  await practice.save(wish, { digest });
  return performance.now() - began;
}

type Stored = Record<'series' | 'sessions' | 'held_time' | 'journal', number>;

/** Counts in one statement: a commit that was under way ends before it or after. */
async function storedOf({ db }: Pick<Nodes, 'db'>, { owner }: SeriesPractice): Promise<Stored> {
  const count = (table: keyof Stored) => sql`(select count(*) from ${sql.table(table)} where "user" = ${owner})`;
  const { rows } = await sql<Stored>`
    select ${count('series')} as series, ${count('sessions')} as sessions, ${count('held_time')} as held_time,
      (select count(*) from journal where "user" = ${owner} and subject in ('series', 'sessions')) as journal
  `.execute(db.read);
  const [found] = rows;
  if (!found) throw new Error('Nothing was counted.');
  return found;
}

function faultsOf({ series, sessions, held_time: held, journal }: Stored, answered: boolean): string[] {
  const found = [series, sessions, held, journal].join();
  const all = [1, WHOLE, WHOLE, 2].join();
  if (found === all || (found === '0,0,0,0' && !answered)) return [];
  return [`${answered ? 'answered' : 'not answered'}, and stored are ${found}`];
}
