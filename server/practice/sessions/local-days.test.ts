import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FreeSlots } from '#domain/booking/booking.ts';
import { daySpan } from '#domain/time/day-span.ts';
import { printInstant } from '#domain/time/instant.ts';
import { type TestPractitioner, onServer } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

/** Days whose midnight, length or neighbours differ from a calendar in UTC. */
const DAYS = [
  ['Europe/Moscow', '2026-11-30', 24],
  ['Europe/Berlin', '2026-12-31', 24],
  ['Europe/Berlin', '2027-03-28', 23],
  ['Europe/Berlin', '2027-10-31', 25],
  ['Africa/Cairo', '2027-04-30', 23],
  ['Australia/Lord_Howe', '2027-04-04', 24.5],
  ['Pacific/Kiritimati', '2027-01-01', 24],
  ['America/St_Johns', '2027-02-28', 24],
] as const;

const QUARTER = { minutes: 15 };

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const freeTimes = async ({ pb }: TestPractitioner, date: string): Promise<string[]> => {
    const { days }: FreeSlots = await pb.send('/api/sessions/free-slots', { query: { date } });
    return days.flatMap(({ slots }) => slots.map(({ time }) => time));
  };

  it('CAL-03 a list of a local day has the sessions of that day and of no other', async () => {
    for (const [timeZone, date, hours] of DAYS) {
      const { pb } = await server.practitioner({ time_zone: timeZone });
      const client = await pb.collection('clients').create({ name: 'Алёна', phone: '112233' });
      const day = Temporal.PlainDate.from(date);
      const first = day.toZonedDateTime(timeZone).toInstant();
      const next = day.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
      assert.equal(first.until(next).total('hours'), hours, `${timeZone} ${date}`);
      const dates = [first.subtract(QUARTER), first, next.subtract(QUARTER), next].map(printInstant);
      for (const at of dates) await pb.collection('sessions').create({ client: client.id, date: at, duration: 15 });
      const { from, to } = daySpan(day, day, timeZone);
      const filter = pb.filter('date >= {:from} && date < {:to}', { from, to });
      const listed = await pb.collection('sessions').getFullList({ filter, sort: 'date' });
      assert.deepEqual(
        listed.map((session) => session['date']),
        dates.slice(1, 3),
        `${timeZone} ${date}`,
      );
    }
  });

  test('CAL-03 SESSION-10 free times are those of the local day, also where clocks are moved on it', async () => {
    const practitioner = await server.practitioner({ time_zone: 'Europe/Berlin' });
    await addWorkingWeek(server.context.db, practitioner.owner, {
      start_time: '00:00',
      end_time: '05:00',
      is_available: 1,
    });
    assert.deepEqual(await freeTimes(practitioner, '2027-03-28'), ['00:00', '01:00', '03:00', '04:00']);
    assert.deepEqual(await freeTimes(practitioner, '2027-10-31'), ['00:00', '01:00', '02:00', '03:00', '04:00']);
    const { pb } = practitioner;
    const client = await pb.collection('clients').create({ name: 'Алёна', phone: '112233' });
    // The second two o'clock of that night.
    await pb.collection('sessions').create({ client: client.id, date: '2027-10-31 01:00:00Z' });
    assert.deepEqual(await freeTimes(practitioner, '2027-10-31'), ['00:00', '01:00', '02:00', '03:00', '04:00']);
    // A full day, from the evening before.
    await pb.collection('sessions').create({ client: client.id, date: '2027-03-27 03:30:00Z', duration: 1440 });
    assert.deepEqual(await freeTimes(practitioner, '2027-03-28'), []);
  });

  test('CAL-03 PUBLIC-02 visitors are offered the practitioner’s today, whatever day it is in UTC', async () => {
    const now = server.clock.now;
    server.clock.now = Temporal.Instant.from('2026-12-31T10:30:00Z');
    try {
      const practitioner = await server.practitioner({ time_zone: 'Pacific/Kiritimati', max_days_ahead: 1 });
      await addWorkingWeek(server.context.db, practitioner.owner, {
        start_time: '00:00',
        end_time: '02:00',
        is_available: 1,
      });
      const { days }: FreeSlots = await server.visitor().send(`/api/booking-page/${practitioner.bookingHash}/slots`, {
        query: { from: '2026-12-31', to: '2027-01-03' },
      });
      assert.deepEqual(
        days.map(({ date, slots }) => [date, slots.map(({ time }) => time).join(' ')]),
        [
          ['2026-12-31', ''],
          ['2027-01-01', '01:00 01:30'],
          ['2027-01-02', '00:00 00:30 01:00 01:30'],
          ['2027-01-03', ''],
        ],
      );
    } finally {
      server.clock.now = now;
    }
  });
});
