import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  endMistake,
  EVERY,
  firstDayMistake,
  NO_REPEAT,
  type Repeat,
  repeatOf,
  seriesStatusOf,
} from '#web/practice/series/repeat.ts';

const TODAY = Temporal.PlainDate.from('2026-11-23');
const weekly = (parts: Partial<Repeat> = {}): Repeat => ({ ...NO_REPEAT, every: '1', ...parts });
const spaced = (text: string | null) => text?.replaceAll('\u00A0', ' ') ?? null;

test('SERIES-01 a session does not repeat until it is chosen, and then every one to four weeks', () => {
  assert.equal(NO_REPEAT.every, '0');
  assert.deepEqual(
    EVERY.map(({ label }) => label),
    ['Не повторять', 'Каждую неделю', 'Раз в две недели', 'Раз в три недели', 'Раз в четыре недели'],
  );
  assert.deepEqual(repeatOf(weekly({ every: '3' })), { every_weeks: 3 });
  assert.deepEqual(repeatOf(weekly({ ends: 'until', until: '2026-12-28' })), { every_weeks: 1, until: '2026-12-28' });
  assert.deepEqual(repeatOf(weekly({ ends: 'count', until: '2026-12-28', count: 12 })), { every_weeks: 1, count: 12 });
});

test('SERIES-01 the end of a series says what is wrong with it, and only the chosen one counts', () => {
  const until = (day: string, every: Repeat['every'] = '1') =>
    spaced(endMistake(weekly({ ends: 'until', until: day, every }), '2026-11-23'));
  assert.equal(until(''), 'Выберите последний день');
  assert.equal(until('2026-11-22'), 'Последний день раньше первой сессии');
  assert.equal(until('2026-11-23'), null);
  assert.deepEqual([until('2036-11-03'), until('2036-11-09')], [null, null]);
  assert.equal(until('2036-11-10'), 'В серии не больше 520 сессий: выберите день раньше');
  assert.equal(until('2036-11-10', '2'), null);
  const counted = (count: Repeat['count']) => spaced(endMistake(weekly({ ends: 'count', count }), '2026-11-23'));
  assert.deepEqual([counted(1), counted(520)], [null, null]);
  for (const wrong of [0, 521, 1.5, '']) assert.equal(counted(wrong), 'От 1 до 520 сессий');
  assert.equal(endMistake(weekly({ until: 'x', count: '' }), '2026-11-23'), null);
  assert.equal(endMistake({ ...NO_REPEAT, ends: 'count', count: 0 }, '2026-11-23'), null);
});

test('SERIES-01 a new series begins today or later, and an endless one within a year', () => {
  const first = (day: string, parts: Partial<Repeat> = {}) => spaced(firstDayMistake(weekly(parts), day, TODAY));
  assert.deepEqual([first('2026-11-23'), first('2027-11-23'), first('')], [null, null, null]);
  assert.equal(first('2026-11-22'), 'Серия начинается сегодня или позже');
  assert.equal(first('2027-11-24'), 'Серия без даты окончания начинается не позже чем через год');
  assert.equal(first('2027-11-24', { ends: 'count' }), null);
  assert.equal(first('2026-11-22', { every: '0' }), null);
});

test('SERIES-01 only what is planned or reserved repeats', () => {
  assert.deepEqual(['scheduled', 'reserved', 'completed', 'canceled'].map(seriesStatusOf), [
    'scheduled',
    'reserved',
    null,
    null,
  ]);
});
