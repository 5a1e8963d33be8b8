import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NO_ENTRIES, requestsByDay } from '#web/practice/calendar/calendar-entries.ts';
import { layOutDay } from '#web/practice/calendar/lay-out-day.ts';
import { sessionsByDay } from '#web/practice/calendar/sessions-by-day.ts';
import type { DaySession } from '#web/practice/calendar/sessions-by-day.ts';
import type { ClockSpan, Share } from '#web/practice/sessions/day-layout.ts';

function sessionsAt(times: [time: string, duration: number][], day = '2026-11-18', timeZone = 'Europe/Moscow') {
  const sessions = times.map(([time, duration], index) => ({
    id: String(index),
    date: Temporal.PlainDateTime.from(`${day}T${time}`)
      .toZonedDateTime(timeZone)
      .toInstant()
      .toString({ smallestUnit: 'millisecond' })
      .replace('T', ' '),
    duration,
    status: 'scheduled' as const,
    outcome: '' as const,
    series: '',
    client: 'anna',
  }));
  return sessionsByDay(sessions, timeZone).get(day) ?? [];
}

function places(sessions: readonly DaySession[]) {
  return layOutDay({ ...NO_ENTRIES, sessions }).blocks.map(({ from, to, place, places: of, width }) => [
    from,
    to,
    place,
    of,
    width,
  ]);
}

test('sessions one after the other have the whole width, touching ones too', () => {
  const day = sessionsAt([
    ['10:00', 60],
    ['11:00', 90],
  ]);
  assert.deepEqual(places(day), [
    [600, 660, 0, 1, 1],
    [660, 750, 0, 1, 1],
  ]);
});

test('sessions that meet stand side by side, and a place that is free again is used again', () => {
  const day = sessionsAt([
    ['10:00', 120],
    ['10:30', 30],
    ['11:00', 30],
    ['12:00', 60],
  ]);
  assert.deepEqual(places(day), [
    [600, 720, 0, 2, 1],
    [630, 660, 1, 2, 1],
    [660, 690, 1, 2, 1],
    [720, 780, 0, 1, 1],
  ]);
});

test('a session takes the places next to it that are free while it lasts', () => {
  const day = sessionsAt([
    ['10:00', 120],
    ['10:30', 60],
    ['10:30', 30],
    ['11:30', 60],
  ]);
  assert.deepEqual(places(day), [
    [600, 720, 0, 3, 1],
    [630, 690, 1, 3, 1],
    [630, 660, 2, 3, 1],
    [690, 750, 1, 3, 2],
  ]);
});

test('CAL-04 a waiting request takes an hour, next to the sessions that it meets', () => {
  const waiting = { id: 'r', name: 'Марина', date: '2026-11-18 07:30:00.000Z', held_since: '' };
  const requests = [...requestsByDay([waiting], 'Europe/Moscow').values()].flat();
  const day = layOutDay({
    ...NO_ENTRIES,
    sessions: sessionsAt([
      ['10:00', 60],
      ['12:00', 60],
    ]),
    requests,
  });
  const spans = (all: readonly (ClockSpan & Share)[]) => all.map((one) => [one.from, one.to, one.place, one.places]);
  assert.deepEqual(spans(day.requests), [[630, 690, 1, 2]]);
  assert.deepEqual(spans(day.blocks), [
    [600, 660, 0, 2],
    [720, 780, 0, 1],
  ]);
});

test('no session ever covers another', () => {
  const times = fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 20 }));
  fc.assert(
    fc.property(fc.array(times, { maxLength: 12 }), (drawn) => {
      const clock = (quarters: number) => Temporal.PlainTime.from('00:00').add({ minutes: quarters * 15 });
      const sessions = sessionsAt(drawn.map(([start, length]) => [clock(start).toString(), length * 15]));
      const { blocks } = layOutDay({ ...NO_ENTRIES, sessions });
      for (const one of blocks) {
        assert.ok(one.width >= 1 && one.place + one.width <= one.places && one.to <= 1440);
        for (const other of blocks) {
          if (one === other || one.to <= other.from || other.to <= one.from) continue;
          assert.equal(one.places, other.places);
          assert.ok(one.place + one.width <= other.place || other.place + other.width <= one.place);
        }
      }
    }),
  );
});

test('CAL-03 a session is drawn by the clock of its day, on the day of a clock change too', () => {
  const day = sessionsAt(
    [
      ['01:30', 120],
      ['10:00', 60],
    ],
    '2026-10-25',
    'Europe/Berlin',
  );
  assert.deepEqual(places(day), [
    [90, 210, 0, 1, 1],
    [600, 660, 0, 1, 1],
  ]);
  assert.deepEqual(places(sessionsAt([['23:30', 60]], '2026-12-31', 'Asia/Kathmandu')), [[1410, 1440, 0, 1, 1]]);
});
