import { sql } from 'kysely';
import { SESSION_LIMITS } from '#domain/sessions/session.ts';
import { FIRST_NAMES, LAST_NAMES } from '#demo/names.ts';
import { DEMO_CLIENTS, DEMO_NEWS, DEMO_THOUGHTS } from '#demo/texts.ts';
import type { Database } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { LETTER } from '#proofs/support/records/heavy-lists.ts';
import { clientRow, insertSealed, sessionRow, type Texted } from '#proofs/support/rows.ts';

/** Rows in one statement: an engine takes no more than 32,766 parameters. */
const AT_ONCE = 1000;
const TEXTS_IN_A_NOTE = 4;

/** Plants the same number of clients and sessions, with texts of ordinary length and one of the longest allowed. */
export async function plantHeavyPractice(db: Database, owner: OwnerId, count: number): Promise<void> {
  const places = Array.from({ length: count }, (_, at) => at);
  const parts = Array.from({ length: Math.ceil(count / AT_ONCE) }, (_, part) =>
    places.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );
  await db.write(async (write) => {
    for (const part of parts) {
      const rows = part.map((at) => heavyClient(owner, at));
      await insertSealed(write, 'clients', rows);
    }
    for (const part of parts) {
      const rows = part.map((at) => heavySession(owner, idOf('client', (at * 37) % count), at));
      await insertSealed(write, 'sessions', rows);
    }
  });
  await db.write(({ trx }) => sql`analyze`.execute(trx));
}

function heavyClient(owner: OwnerId, at: number): Texted<'clients'> {
  return clientRow(owner, {
    id: idOf('client', at),
    name: `${pick(LAST_NAMES, at)[at % 2 === 0 ? 'female' : 'male']} ${pick(FIRST_NAMES.female, at * 7)}`,
    phone: `+7 900 ${String(at).padStart(7, '0')}`,
    description: pick(DEMO_CLIENTS, at * 5).description,
    created: momentOf(at),
  });
}

function heavySession(owner: OwnerId, client: string, at: number): Texted<'sessions'> {
  return sessionRow(owner, client, {
    id: idOf('session', at),
    date: momentOf(at),
    description: `Встреча ${at}: ${pick(DEMO_CLIENTS, at).description}`,
    status: 'completed',
    news: note(DEMO_NEWS, at),
    thoughts: at === 0 ? LETTER.repeat(SESSION_LIMITS.textMax) : note(DEMO_THOUGHTS, at),
    created: momentOf(at),
  });
}

function pick<Value>(values: readonly Value[], at: number): Value {
  return values[at % values.length] as Value;
}

function idOf(kind: string, at: number): string {
  return `${kind}${String(at).padStart(15 - kind.length, '0')}`;
}

function note(texts: readonly string[], at: number): string {
  return Array.from({ length: TEXTS_IN_A_NOTE }, (_, index) => pick(texts, at * (index + 3) + index)).join(' ');
}

/** One an hour. */
function momentOf(at: number): string {
  const moment = Temporal.Instant.from('2012-01-01T00:00:00Z').add({ hours: at });
  return moment.toString({ smallestUnit: 'millisecond' }).replace('T', ' ');
}
