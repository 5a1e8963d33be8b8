import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaitsMark, nextSession, rowAfterNow, sessionsOfDay, showPlanned } from '#web/practice/sessions/day/day.ts';
import type { DaySession } from '#web/practice/sessions/day/day.ts';

const MOSCOW = 'Europe/Moscow';
const day = Temporal.PlainDate.from('2026-11-24');

function session(at: string, parts: Partial<DaySession> & { zone?: string } = {}): DaySession {
  const { zone = MOSCOW, ...rest } = parts;
  const start = Temporal.PlainDateTime.from(at.includes('T') ? at : `${day.toString()}T${at}`);
  return {
    id: at,
    start: start.toZonedDateTime(zone).toInstant(),
    duration: 60,
    status: 'scheduled',
    outcome: '',
    series: '',
    client: 'Анна',
    ...rest,
  };
}

const clock = (at: string) => session(at).start;
const ids = (sessions: readonly DaySession[]) => sessions.map(({ id }) => id);

test('SESSION-12 a day has its sessions by time, and none that end before it', () => {
  const around = [session('18:00'), session('2026-11-25T00:00'), session('00:00'), session('2026-11-23T22:00')];
  assert.deepEqual(ids(sessionsOfDay(around, day, MOSCOW)), ['00:00', '18:00']);
});

test('SESSION-12 a session over midnight is of both days, each with its own hours', () => {
  const late = session('2026-11-23T23:30', { duration: 45 });
  const before = day.subtract({ days: 1 });
  assert.deepEqual(ids(sessionsOfDay([late], day, MOSCOW)), [late.id]);
  assert.deepEqual(ids(sessionsOfDay([late], before, MOSCOW)), [late.id]);
  assert.deepEqual(ids(sessionsOfDay([{ ...late, duration: 30 }], day, MOSCOW)), [], 'it ends at midnight');
  const load = (of: Temporal.PlainDate) => showPlanned([late], of, MOSCOW).replaceAll('\u00A0', ' ');
  assert.deepEqual([load(before), load(day)], ['1 сессия, 30 минут', '1 сессия, 15 минут']);
});

test('SESSION-12 a day of 25 hours keeps its last hour, one of 23 takes none of the next day', () => {
  const zone = 'Europe/Berlin';
  for (const [date, next] of [
    ['2026-10-25', '2026-10-26'],
    ['2026-03-29', '2026-03-30'],
  ] as const) {
    const rows = ['00:00', '03:00', '23:30'].map((time) => session(`${date}T${time}`, { zone }));
    const found = sessionsOfDay([...rows, session(`${next}T00:00`, { zone })], Temporal.PlainDate.from(date), zone);
    assert.deepEqual(ids(found), ids(rows));
  }
});

test('SESSION-12 the current session is the next one until it ends; what took place or is cancelled never is', () => {
  const rows = [
    session('10:00', { status: 'completed' }),
    session('11:00', { status: 'canceled' }),
    session('12:00', { status: 'reserved', duration: 50 }),
    session('15:00'),
  ];
  const next = (at: string) => nextSession(rows, clock(at))?.id ?? null;
  assert.equal(next('09:00'), '12:00');
  assert.equal(next('12:49'), '12:00');
  assert.equal(next('12:50'), '15:00');
  assert.equal(next('16:00'), null);
});

test('SESSION-12 the line of the current time stands between two rows alone', () => {
  const rows = [session('10:00'), session('12:00')];
  assert.equal(rowAfterNow(rows, clock('09:59')), -1);
  assert.equal(rowAfterNow(rows, clock('10:00')), 1);
  assert.equal(rowAfterNow(rows, clock('12:00')), -1);
});

test('SESSION-13 planned and reserved sessions wait for a mark from their end on', () => {
  const waits = (status: DaySession['status'], at: string) => awaitsMark(session('10:00', { status }), clock(at));
  assert.equal(waits('scheduled', '10:59'), false);
  assert.equal(waits('scheduled', '11:00'), true);
  assert.equal(waits('reserved', '11:00'), true);
  assert.equal(waits('completed', '11:00'), false);
  assert.equal(waits('canceled', '11:00'), false);
});

test('SESSION-12 the head counts what is planned, and cancelled sessions apart', () => {
  const planned = (...rows: DaySession[]) => showPlanned(rows, day, MOSCOW).replaceAll('\u00A0', ' ');
  const canceled = session('13:00', { status: 'canceled' });
  assert.equal(planned(session('10:00'), session('11:00', { duration: 30 })), '2 сессии, 1 час 30 минут');
  assert.equal(planned(session('10:00'), canceled), '1 сессия, 1 час, 1 отмена');
  assert.equal(planned(canceled), '1 отмена');
});
