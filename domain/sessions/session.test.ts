import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  holdsTime,
  SESSION_OUTCOMES,
  SESSION_STATUSES,
  SESSION_STATUS_LABEL,
  SESSION_TIME_CHOICES,
  statusInWords,
} from '#domain/sessions/session.ts';
import { sessionValues } from '#domain/sessions/session-values.ts';

const SESSION = {
  client: 'abcdefghijklmno',
  date: '2026-11-23 06:00:00.000Z',
  duration: 60,
  status: 'scheduled',
  description: '',
  news: '',
  thoughts: '',
  place: '',
  price: null,
  waived: false,
};

function messages(change: Record<string, unknown>): string[] {
  return (sessionValues.safeParse({ ...SESSION, ...change }).error?.issues ?? []).map((issue) => issue.message);
}

test('SESSION-07 what is missing is refused with the texts of the specification', () => {
  assert.deepEqual(messages({ client: '' }), ['Выберите клиента']);
  assert.deepEqual(messages({ date: '' }), ['Выберите дату']);
  assert.deepEqual(messages({ duration: 0 }), ['Минимальная продолжительность 15 минут']);
  assert.deepEqual(messages({ duration: Number.NaN }), ['Минимальная продолжительность 15 минут']);
  assert.deepEqual(messages({ status: 'done' }), ['Выберите статус']);
});

test('SESSION-04 a duration is any whole number of minutes from 15 to a day', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100, max: 3000 }), (duration) => {
      const allowed = duration >= 15 && duration <= 1440;
      assert.equal(messages({ duration }).length === 0, allowed, String(duration));
      assert.equal(messages({ duration: duration + 0.5 }).length, 1);
    }),
  );
});

test('SESSION-05 news and thoughts may be long, but not endless', () => {
  assert.deepEqual(messages({ news: 'н'.repeat(100_000), thoughts: 'м'.repeat(100_000) }), []);
  assert.equal(messages({ news: 'н'.repeat(100_001) }).length, 1);
  assert.equal(messages({ description: 'о'.repeat(5001) }).length, 1);
});

test('SESSION-10 only a cancelled session holds no time', () => {
  assert.deepEqual(SESSION_STATUSES.filter(holdsTime), ['scheduled', 'completed', 'reserved']);
});

test('SESSION-02 the labels are those of the specification', () => {
  assert.deepEqual(SESSION_STATUS_LABEL, {
    scheduled: 'Запланирована',
    completed: 'Состоялась',
    canceled: 'Отмена',
    reserved: 'Бронь',
  });
});

test('SESSION-04 the form offers 29 half-hours from 08:00 to 22:00', () => {
  assert.equal(SESSION_TIME_CHOICES.length, 29);
  assert.deepEqual(SESSION_TIME_CHOICES.slice(0, 3), ['08:00', '08:30', '09:00']);
  assert.equal(SESSION_TIME_CHOICES.at(-1), '22:00');
});

test('SESSION-18 «Неявка» and «Поздняя отмена» are said of a cancelled session alone', () => {
  for (const status of SESSION_STATUSES) {
    for (const outcome of ['', ...SESSION_OUTCOMES] as const) {
      const words = { no_show: 'Неявка', late: 'Поздняя отмена' }[outcome as string];
      const expected = status === 'canceled' ? (words ?? 'Отмена') : SESSION_STATUS_LABEL[status];
      assert.equal(statusInWords({ status, outcome }), expected, `${status} ${outcome}`);
    }
  }
});
