import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FreeSlots } from '#domain/booking/booking.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { seriesPractice } from '#proofs/support/series/series-calls.ts';
import { onServerWith, settle, UNLIMITED } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

const ROUNDS = 5;
const VISITORS = 12;

onServerWith({ replace: { limits: UNLIMITED } }, (server) => {
  test('SERIES-02 visitors against a series that is being saved: no time is given twice', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const practice = await seriesPractice(await server.practitioner());
      await addWorkingWeek(server.context.db, practice.owner);
      const { days }: FreeSlots = await server
        .visitor()
        .send(`/api/booking-page/${practice.bookingHash}/slots`, { query: { from: '2026-11-23', to: '2027-01-22' } });
      const starts = days.flatMap(({ slots }) => slots.filter(({ time }) => time === '10:00' || time === '10:30'));
      const wish = { start: '2026-11-23T10:00', every_weeks: 1, count: 9 };
      const { digest } = await practice.preview(wish);
      const visit = (at: number) => async () => {
        const body = { start: starts[at * 3]?.start, name: `Гость ${at}`, phone: `+7 900 000-00-${10 + at}` };
        const visitor = server.visitor(`198.${round}.${at}.1`);
        await visitor.send(`/api/booking-page/${practice.bookingHash}`, { method: 'POST', body });
      };
      const calls = Array.from({ length: VISITORS }, (_, at) => visit(at));
      calls.splice(round * 2, 0, async () => void (await practice.save(wish, { digest })));
      const { refusals } = await settle(calls.map((call) => call()));
      for (const { status, codes } of refusals) {
        assert.deepEqual([status, Object.values(codes)[0]], [409, codes['digest'] ?? 'slot_taken']);
      }
      assert.deepEqual(await heldTimeFaults(server.context.db.read, practice.owner), []);
      const made = (await practice.sessions()).length;
      assert.ok(made === 0 || made === 9, `${made} sessions`);
    }
  });
});
