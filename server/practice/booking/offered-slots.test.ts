import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BookingReceipt, DaySlots, FreeSlots } from '#domain/booking/booking.ts';
import { type ClockChange, clockChanges } from '#domain/testing/clock-changes.ts';
import { expectedSlots, type Practice } from '#domain/testing/expected-slots.ts';
import { practiceAround } from '#domain/testing/slots-around.ts';
import { printEpochMilliseconds } from '#domain/time/instant.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { refusalOf, type TestPractitioner, onServer } from '#proofs/support/test-server.ts';
import { rounds } from '#proofs/support/long-form.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const QUARTER = 15 * 60_000;
const BOOKED_AT_MOST = 5;
/** Quarters of an hour after the moment within the days that `ask` requests, including an hour that the clock skips. */
const QUARTERS_ASKED = (3 * 24 - 2) * 4;

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const openPractice = async ({ timeZone, week, rules, held }: Practice): Promise<TestPractitioner> => {
    const practitioner = await server.practitioner({
      time_zone: timeZone,
      min_notice_minutes: rules.minNoticeMinutes,
      buffer_minutes: rules.bufferMinutes,
      max_days_ahead: rules.maxDaysAhead,
      days_off: JSON.stringify(rules.daysOff),
    });
    const { pb } = practitioner;
    const batch = pb.createBatch();
    const client = newRecordId();
    batch.collection('clients').create({ id: client, name: 'Алёна', phone: '112233' });
    for (const day of week) batch.collection('availability_settings').create(day);
    for (const { start, end } of held) {
      const [date, duration] = [printEpochMilliseconds(start), (end - start) / 60_000];
      batch.collection('sessions').create({ client, date, duration, allowOverlap: true });
    }
    await batch.send();
    return practitioner;
  };

  /** Returns the days around the moment as the page offers them. */
  const ask = async ({ bookingHash }: TestPractitioner, { timeZone, at }: ClockChange): Promise<DaySlots[]> => {
    const middle = at.toZonedDateTimeISO(timeZone).toPlainDate();
    const query = { from: middle.subtract({ days: 3 }).toString(), to: middle.add({ days: 3 }).toString() };
    const { days }: FreeSlots = await server.visitor().send(`/api/booking-page/${bookingHash}/slots`, { query });
    return days;
  };

  const book = ({ bookingHash }: TestPractitioner, start: string): Promise<BookingReceipt> =>
    server.visitor().send(`/api/booking-page/${bookingHash}`, {
      method: 'POST',
      body: { start, name: 'Мария', phone: '445566' },
    });

  it('PUBLIC-02 PUBLIC-04 what is offered can be booked, and nothing else, whatever the hours, the zone and the day', async () => {
    const change = fc.constantFrom(...clockChanges(2026, 2028));
    const law = fc.asyncProperty(
      change.chain((moment) => fc.tuple(fc.constant(moment), practiceAround(moment))),
      fc.infiniteStream(fc.nat()),
      async ([moment, practice], draws) => {
        server.clock.now = practice.now;
        const practitioner = await openPractice(practice);
        const days = await ask(practitioner, moment);
        assert.deepEqual(
          days,
          days.map(({ date }) => expectedSlots(Temporal.PlainDate.from(date), practice)),
        );
        const starts = days.flatMap(({ slots }) => slots.map(({ start }) => start));
        const draw = <Value>(from: readonly Value[]): Value | undefined => from[draws.next().value % from.length];
        for (let count = 0; count < BOOKED_AT_MOST && starts.length > 0; count += 1) {
          const start = draw(starts) ?? '';
          const { id, status } = await book(practitioner, start);
          assert.equal(status, 'pending');
          assert.equal((await refusalOf(book(practitioner, start))).status, 409);
          await practitioner.pb.collection('booking').delete(id);
        }
        assert.deepEqual(await ask(practitioner, moment), days);
        const other = moment.at.epochMilliseconds + (draws.next().value % QUARTERS_ASKED) * QUARTER;
        const start = Temporal.Instant.fromEpochMilliseconds(other).toString();
        if (!starts.includes(start)) assert.equal((await refusalOf(book(practitioner, start))).status, 409);
      },
    );
    await fc.assert(law, { numRuns: rounds({ short: 4, long: 8 }) });
  });
});
