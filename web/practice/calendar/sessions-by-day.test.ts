import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionsByDay, showDayLoad } from '#web/practice/calendar/sessions-by-day.ts';
import { showTimes } from '#web/practice/sessions/part-words.ts';
import type { CalendarSession } from '#web/practice/calendar/sessions-by-day.ts';

function session(date: string, more: Partial<CalendarSession> = {}): CalendarSession {
  return { id: date, date, duration: 60, status: 'scheduled', outcome: '', series: '', client: 'anna', ...more };
}

function days(dates: string[], timeZone: string, duration = 1): Record<string, string[]> {
  const grouped = sessionsByDay(
    dates.map((date) => session(date, { duration })),
    timeZone,
  );
  return Object.fromEntries(
    [...grouped].map(([day, sessions]) => [day, sessions.map(({ start }) => start.toPlainTime().toString())]),
  );
}

test('CAL-03 a session belongs to the local day that it begins on, and to the next that it reaches into', () => {
  const dates = ['2026-11-17 18:14:00.000Z', '2026-11-17 18:15:00.000Z'];
  assert.deepEqual(days(dates, 'Asia/Kathmandu'), { '2026-11-17': ['23:59:00'], '2026-11-18': ['00:00:00'] });
  assert.deepEqual(days(dates, 'America/St_Johns'), { '2026-11-17': ['14:44:00', '14:45:00'] });
  assert.deepEqual(days(dates, 'Asia/Kathmandu', 60), {
    '2026-11-17': ['23:59:00'],
    '2026-11-18': ['23:59:00', '00:00:00'],
  });
});

test('CAL-03 the hour that Berlin’s October has twice stays on its day, in the order of time', () => {
  const dates = ['2026-10-25 01:30:00.000Z', '2026-10-25 00:30:00.000Z', '2026-10-24 22:00:00.000Z'];
  assert.deepEqual(days(dates, 'Europe/Berlin'), { '2026-10-25': ['00:00:00', '02:30:00', '02:30:00'] });
  assert.deepEqual(days(['2026-10-25 22:59:00.000Z', '2026-10-25 23:00:00.000Z'], 'Europe/Berlin'), {
    '2026-10-25': ['23:59:00'],
    '2026-10-26': ['00:00:00'],
  });
});

test('CAL-03 New Year’s Eve ends at the practitioner’s midnight', () => {
  assert.deepEqual(days(['2026-12-31 20:59:00.000Z', '2026-12-31 21:00:00.000Z'], 'Europe/Moscow'), {
    '2026-12-31': ['23:59:00'],
    '2027-01-01': ['00:00:00'],
  });
  assert.deepEqual(days(['2027-01-01 03:29:00.000Z', '2027-01-01 03:30:00.000Z'], 'America/St_Johns'), {
    '2026-12-31': ['23:59:00'],
    '2027-01-01': ['00:00:00'],
  });
});

test('CAL-02 a day shows its sessions, the hours that take place, and what was cancelled', () => {
  const load = (...sessions: CalendarSession[]) =>
    showDayLoad([...sessionsByDay(sessions, 'Europe/Moscow').values()].flat()).replaceAll('\u00A0', ' ');
  const four = ['07', '09', '12', '15'].map((hour) => session(`2026-11-18 ${hour}:00:00.000Z`));
  assert.equal(load(...four), '4 сессии, 4 часа');
  assert.equal(load(session('2026-11-18 07:00:00.000Z', { duration: 90 })), '1 сессия, 1 час 30 минут');
  assert.equal(
    load(session('2026-11-18 07:00:00.000Z'), session('2026-11-18 09:00:00.000Z', { status: 'canceled' })),
    '2 сессии, 1 час, 1 отмена',
  );
  assert.equal(load(session('2026-11-18 07:00:00.000Z', { status: 'canceled' })), '1 сессия, 1 отмена');
  assert.equal(
    load(
      session('2026-11-18 07:00:00.000Z', { status: 'canceled', outcome: 'no_show' }),
      session('2026-11-18 09:00:00.000Z', { status: 'canceled', outcome: 'late' }),
    ),
    '2 сессии, 1 отмена, 1 неявка',
  );
});

test('CAL-03 a session over midnight says on the second day when it began and ends, and counts there what is left', () => {
  const late = session('2026-11-18 20:00:00.000Z', { duration: 90 });
  const found = [...sessionsByDay([late], 'Europe/Moscow').values()];
  const words = found.map((on) =>
    on
      .map((one) => showTimes(one, 90))
      .join()
      .replaceAll('\u00A0', ' '),
  );
  assert.deepEqual(words, ['23:00', 'с 23:00 до 00:30']);
  const loads = found.map((on) => showDayLoad(on).replaceAll('\u00A0', ' '));
  assert.deepEqual(loads, ['1 сессия, 1 час', '1 сессия, 30 минут']);
});
