import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import pg from 'pg';
import { PERSON } from '#proofs/support/booking/random-starts.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { openTestServer } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

const NINE = '2026-11-23T06:00:00Z';
const ELEVEN = '2026-11-23T08:00:00Z';
const LOCK = /from "users" where "id" = \$1 for no key update$/;

/** Returns how often a call takes a practitioner's lock. */
async function locksOf(call: () => Promise<unknown>): Promise<number> {
  const query = mock.method(pg.Client.prototype, 'query');
  try {
    await call();
    return query.mock.calls.filter(({ arguments: [statement] }) => LOCK.test(textOf(statement))).length;
  } finally {
    query.mock.restore();
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'object' && statement !== null && 'text' in statement) return String(statement.text);
  return String(statement);
}

onEngine('postgres', 'on SQLite a write is alone from its beginning', () => {
  test('BOOK-03 a transaction takes the lock of its practitioner once, whatever it does', async () => {
    await using server = await openTestServer('postgres');
    const { pb, owner, bookingHash } = await server.practitioner();
    await addWorkingWeek(server.context.db, owner);
    const visitor = server.visitor();
    const [clients, sessions] = [pb.collection('clients'), pb.collection('sessions')];
    let request = '';
    let session = '';
    const calls: Record<string, () => Promise<unknown>> = {
      async request() {
        const body = { ...PERSON, start: NINE };
        ({ id: request } = await visitor.send(`/api/booking-page/${bookingHash}`, { method: 'POST', body }));
      },
      'request as a record': () => visitor.collection('booking').create({ ...PERSON, user: owner, date: ELEVEN }),
      approval: () => pb.send(`/api/booking/${request}/approve`, { method: 'POST' }),
      client: () => clients.create({ id: 'a'.repeat(15), name: 'Алёна', phone: '112233' }),
      async session() {
        const values = { client: 'a'.repeat(15), date: '2026-11-24T06:00:00Z', allowOverlap: true };
        ({ id: session } = await sessions.create(values));
      },
      move: () => sessions.update(session, { date: '2026-11-24T07:00:00Z' }),
      deletion: () => sessions.delete(session),
      async batch() {
        const batch = pb.createBatch();
        batch.collection('clients').create({ name: 'Борис', phone: '223344' });
        batch.collection('sessions').create({ client: 'a'.repeat(15), date: '2026-11-25T06:00:00Z' });
        batch.collection('clients').delete('a'.repeat(15));
        await batch.send();
      },
    };
    for (const [name, call] of Object.entries(calls)) assert.equal(await locksOf(call), 1, name);
  });
});
