import assert from 'node:assert/strict';
import { printInstant } from '#domain/time/instant.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import type { TestServer } from '#proofs/support/test-server.ts';
import { furnishDemo } from '#demo/furnish-demo.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import { ownerId } from '#server/ground/identity/actor.ts';

/** Furnishes the demo on a day and looks at its series, sessions and letters. */
export async function expectWholeDemo(server: TestServer, day: string): Promise<void> {
  const { db } = server.context;
  server.clock.now = Temporal.Instant.from(`${day}T09:41:00Z`);
  const now = printInstant(server.clock.now);
  const { bookingHash } = await furnishDemo(server.context, 'a password of the demo');
  const { user } = await db.read
    .selectFrom('profiles')
    .select('user')
    .where('booking_hash', '=', bookingHash)
    .executeTakeFirstOrThrow();
  const series = await db.read.selectFrom('series').selectAll().where('user', '=', user).execute();
  assert.equal(series.length, 18);
  const horizon = server.clock.now.toZonedDateTimeISO('Europe/Moscow').toPlainDate().add({ months: 12 }).toString();
  assert.ok(series.every(({ until, made_until }) => until !== null || made_until === horizon));
  const ended = series.filter(({ until }) => until !== null);
  assert.deepEqual([ended.length, ended.filter(({ until }) => until !== null && until > day).length], [2, 1]);
  const skips = await db.read.selectFrom('series_skips').select('occurrence').where('user', '=', user).execute();
  assert.equal(skips.filter(({ occurrence }) => occurrence >= day).length, 2);
  const stored = db.read.selectFrom('sessions').selectAll().where('user', '=', user).where('series', 'is not', null);
  const sessions = await openRows(db.read, 'sessions', await stored.execute());
  assert.ok(sessions.filter(({ date }) => date > now).length > 400);
  const over = sessions.filter(({ date }) => date < now);
  assert.ok(over.length > 80 && over.every(({ status, news }) => (status === 'completed') === (news !== '')));
  assert.ok(over.every(({ status }) => status !== 'scheduled'));
  assert.deepEqual(await heldTimeFaults(db.read, ownerId(user)), []);
  const letters = await db.read.selectFrom('letters').select(['kind', 'state']).where('user', '=', user).execute();
  const states = new Set(letters.map(({ state }) => state));
  assert.deepEqual([...states].toSorted(), ['due', 'expired', 'failed', 'sent', 'unknown']);
  const clients = await db.read.selectFrom('clients').select('letters_off').where('user', '=', user).execute();
  assert.deepEqual(
    clients
      .map(({ letters_off }) => letters_off)
      .filter(Boolean)
      .toSorted(),
    ['refused', 'stopped'],
  );
  const paid = await db.read.selectFrom('payments').select(['meetings', 'receipt']).where('user', '=', user).execute();
  assert.ok(
    paid.length > 100 && paid.some(({ meetings }) => meetings > 0) && paid.some(({ receipt }) => receipt === 0),
  );
  const touched = await db.read
    .selectFrom('sessions')
    .select(['outcome', 'moves'])
    .where('user', '=', user)
    .where((row) => row.or([row('outcome', '!=', ''), row('moves', '>', 0)]))
    .execute();
  assert.deepEqual(touched.map(({ outcome, moves }) => outcome || `${moves} moves`).toSorted(), [
    '1 moves',
    'client',
    'client',
    'late',
    'practitioner',
  ]);
}
