import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planAgain, showMomentOn, showPlanned } from '#web/practice/sessions/plan-again.ts';

const at = (time: string) => Temporal.PlainDateTime.from(`2026-12-${time}`).toZonedDateTime('Europe/Moscow');
/** A Tuesday. */
const WISH = at('01T11:00');

interface Day {
  taken?: string[];
  off?: string[];
  free?: Record<string, string[]>;
}

async function plan({ taken = [], off = [], free = {} }: Day) {
  const booked: string[] = [];
  const planned = await planAgain(WISH, {
    isDayOff: (date) => off.includes(date.toString()),
    freeTimes: async (date) =>
      (free[date.toString()] ?? []).map((time) => ({
        time,
        start: date.toPlainDateTime(time).toZonedDateTime('Europe/Moscow').toInstant().toString(),
      })),
    book: async (start) => {
      const time = start.toZonedDateTimeISO('Europe/Moscow').toPlainDateTime().toString({ smallestUnit: 'minute' });
      if (!taken.includes(time)) booked.push(time);
      return !taken.includes(time);
    },
  });
  assert.equal(booked.length, planned ? 1 : 0);
  return planned && showPlanned(planned, WISH, off.includes('2026-12-01')).replaceAll('\u00A0', ' ');
}

test('SESSION-14 the same time a week later is booked, whether the list of free times names it or not', async () => {
  assert.equal(await plan({}), 'Запланировано на вторник, 1 декабря, 11:00');
});

test('SESSION-14 where it is taken, the first later free time of that day is booked', async () => {
  const day = { taken: ['2026-12-01T11:00', '2026-12-01T12:00'], free: { '2026-12-01': ['09:00', '12:00', '13:00'] } };
  assert.equal(await plan(day), '11:00 занято: запланировано на вторник, 1 декабря, 13:00');
});

test('SESSION-14 a full day and a day off lead to the following days', async () => {
  const next = { '2026-12-01': ['09:00', '10:00'], '2026-12-02': ['09:00'], '2026-12-03': ['10:00'] };
  const full = { taken: ['2026-12-01T11:00'], free: next };
  assert.equal(await plan(full), '1 декабря, 11:00 занято: запланировано на среду, 2 декабря, 09:00');
  const off = { off: ['2026-12-01', '2026-12-02'], free: next };
  assert.equal(await plan(off), '1 декабря — выходной: запланировано на четверг, 3 декабря, 10:00');
});

test('SESSION-14 where nothing is free, nothing is booked', async () => {
  assert.equal(await plan({ taken: ['2026-12-01T11:00'] }), null);
});

test('SESSION-14 the accusative is the weekday’s, not the month’s', () => {
  const inWords = (date: string) =>
    showMomentOn(Temporal.PlainDateTime.from(date).toZonedDateTime('Europe/Moscow')).replaceAll('\u00A0', ' ');
  assert.equal(inWords('2026-08-03T11:00'), 'понедельник, 3 августа, 11:00');
  assert.equal(inWords('2027-03-05T11:00'), 'пятницу, 5 марта, 11:00');
});
