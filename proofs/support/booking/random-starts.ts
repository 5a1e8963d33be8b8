import fc from 'fast-check';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { ask } from '#proofs/support/ask.ts';
import type { TestPractitioner, TestServer } from '#proofs/support/test-server.ts';

export const PERSON = { name: 'Мария Ким', phone: '+7 999 123-45-67' };

const MONDAY = Temporal.Instant.from('2026-11-23T06:00:00Z');
const NEAR = { min: new Date('2026-11-21T00:00:00Z'), max: new Date('2027-06-30T00:00:00Z') };

/** Starts of every kind: on the grid and off it, past, far, huge and missing. */
const starts = fc.oneof(
  { arbitrary: fc.nat(181 * 48).map((half) => MONDAY.add({ minutes: 30 * half }).toString()), weight: 3 },
  { arbitrary: fc.date({ ...NEAR, noInvalidDate: true }).map((date) => date.toISOString()), weight: 2 },
  {
    arbitrary: fc.integer({ min: -(10 ** 6), max: 10 ** 6 }).map((s) => MONDAY.add({ seconds: s }).toString()),
    weight: 2,
  },
  { arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()), weight: 1 },
  fc.constantFrom('', '2026-11-23', '2026-11-23T06:00:00', '2026-02-30T06:00:00Z', '9'.repeat(1000), '+275760-09-13'),
  fc.oneof(fc.integer(), fc.constant(null), fc.constant({}), fc.constant(['2026-11-23T06:00:00Z'])),
);

/** Sends random starts and durations; returns the stored requests for comparison with the rules. */
export async function tryStarts(
  server: TestServer,
  practice: TestPractitioner,
  runs: number,
): Promise<{ faults: string[]; stored: number }> {
  const faults: string[] = [];
  const url = `/api/booking-page/${practice.bookingHash}`;
  for (const start of fc.sample(starts, runs)) {
    const body = {
      ...PERSON,
      start,
      duration: 100_000,
      date: '1970-01-01',
      end: '2030-01-01T00:00:00Z',
      status: 'confirmed',
    };
    const { status } = await ask(server.app, { method: 'POST', url, body });
    if (![200, 400, 409].includes(status)) faults.push(`${JSON.stringify(start)}: ${status}`);
    if (status !== 200) continue;
    // Many that wait within an hour would exceed the limit.
    await server.context.db.write(({ trx }) =>
      trx.updateTable('booking').set({ created: '2026-11-20 09:00:00.000Z', status: 'confirmed' }).execute(),
    );
  }
  const { owner } = practice;
  const rows = await server.context.db.read.selectFrom('booking').select('date').where('user', '=', owner).execute();
  for (const { date } of rows) {
    const start = parseStoredInstant(date);
    const local = start.toZonedDateTimeISO('Europe/Moscow');
    const days = server.clock.now.toZonedDateTimeISO('Europe/Moscow').toPlainDate().until(local.toPlainDate()).days;
    const onGrid = local.minute % 30 === 0 && local.second === 0 && local.millisecond === 0;
    const inHours = local.hour >= 9 && local.hour < 18 && local.dayOfWeek <= 5;
    if (!onGrid || !inHours || days < 0 || days > 180) faults.push(date);
  }
  const held = await server.context.db.read
    .selectFrom('held_time')
    .select(['start_ms', 'end_ms'])
    .where('user', '=', owner)
    .execute();
  if (held.length !== rows.length) faults.push(`${held.length} held for ${rows.length} requests`);
  faults.push(
    ...held.filter(({ start_ms, end_ms }) => end_ms - start_ms !== 3_600_000).map((row) => JSON.stringify(row)),
  );
  return { faults, stored: rows.length };
}
