import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { decide } from '#domain/series/decide.ts';
import { digestText } from '#domain/series/digest.ts';
import { momentOn } from '#domain/series/occurrences.ts';
import type { Decisions } from '#domain/series/series.ts';
import { judge, type Judged, type Practice, type TakenTime } from '#domain/series/verdict.ts';

const MONDAY = Temporal.PlainDate.from('2026-11-23');
const HOURS = {
  day_of_week: 1,
  start_time: '09:00',
  end_time: '13:00',
  is_available: true,
  breaks: [{ start: '11:00', end: '11:30' }],
};

function judged(time: string, practice: Partial<Practice> = {}, taken: readonly string[] = []): Judged {
  const at = (text: string) => momentOn(MONDAY, Temporal.PlainTime.from(text), 'Europe/Moscow').startMs;
  const held = taken.map((span, place): TakenTime => {
    const [start = '', end = ''] = span.split('–');
    return { start: at(start), end: at(end), kind: 'session', id: `s${place}` };
  });
  const now = Temporal.Instant.from('2026-11-20T09:00:00Z');
  const there = { timeZone: 'Europe/Moscow', week: [HOURS], daysOff: [], now, ...practice };
  return judge(momentOn(MONDAY, Temporal.PlainTime.from(time), 'Europe/Moscow'), 60, there, held);
}

test('SERIES-02 touching sessions take nothing, an overlap names the first and offers what is left of the day', () => {
  assert.equal(judged('10:00', {}, ['09:00–10:00', '11:00–12:00']).verdict, 'free');
  const { verdict, with: met, free } = judged('10:00', {}, ['09:30–10:15', '10:30–10:45']);
  assert.deepEqual([verdict, met, free], ['taken', { kind: 'session', id: 's0' }, ['12:00']]);
  assert.deepEqual(judged('10:00').free, []);
});

test('SERIES-02 outside the hours, in a break and on an off day are a remark, an unset week has none', () => {
  const remarks = (time: string, practice?: Partial<Practice>) => judged(time, practice).remarks;
  assert.deepEqual([remarks('09:00'), remarks('12:00')], [[], []]);
  for (const time of ['08:30', '12:15', '10:30', '11:15']) assert.deepEqual(remarks(time), ['off_hours'], time);
  assert.deepEqual(remarks('10:00', { week: [{ ...HOURS, is_available: false }] }), ['off_hours']);
  assert.deepEqual(remarks('23:30', { week: [] }), []);
  assert.equal(judged('08:00').verdict, 'free');
});

test('SERIES-02 a day off is a conflict, and taken time on one suggests no other', () => {
  const daysOff = [{ from: '2026-11-22', to: '2026-11-23' }];
  assert.equal(judged('10:00', { daysOff }).verdict, 'day_off');
  const { verdict, free } = judged('10:00', { daysOff }, ['10:00–11:00']);
  assert.deepEqual([verdict, free], ['taken', []]);
});

test('SERIES-02 a decision is one that was offered, and each conflict has one', () => {
  const [free, taken] = [judged('10:00'), { ...judged('10:00', {}, ['10:00–11:00']), date: '2026-11-30' }];
  const codeOf = (decisions: Decisions) => {
    try {
      return decide([free, taken], decisions, 'Europe/Moscow').placed.map(({ deliberate }) => deliberate);
    } catch (error) {
      assert.ok(error instanceof AppError);
      return error.fields['decisions']?.code;
    }
  };
  assert.equal(codeOf({}), 'undecided');
  assert.equal(codeOf({ '2026-11-30': '10:00' }), 'validation_invalid_value');
  assert.equal(codeOf({ '2026-11-30': 'skip', '2026-12-07': 'skip' }), 'validation_invalid_value');
  assert.equal(codeOf({ '2026-11-30': 'skip', '2026-11-23': '12:00' }), 'validation_invalid_value');
  assert.deepEqual(codeOf({ '2026-11-30': 'overlap', '2026-11-23': 'overlap' }), [false, true]);
  assert.deepEqual(codeOf({ '2026-11-30': '12:00' }), [false, false]);
  assert.deepEqual(codeOf({ '2026-11-30': 'skip', '2026-11-23': 'skip' }), []);
});

test('SERIES-02 the digest is one of the outcome: who takes the time and what is left count, a name does not', () => {
  const text = (occurrence: Judged, wish: readonly string[] = ['a']) =>
    digestText({ wish, timeZone: 'Europe/Moscow', until: '', occurrences: [occurrence] });
  const taken = judged('10:00', {}, ['10:00–11:00']);
  assert.equal(text(judged('10:00')), text(judged('10:00', {}, ['09:00–10:00'])));
  for (const other of [
    text(judged('10:00')),
    text(taken, ['b']),
    text({ ...taken, with: { kind: 'session', id: 'x' } }),
    text({ ...taken, free: ['09:00'] }),
    text({ ...taken, remarks: ['off_hours'] }),
  ]) {
    assert.notEqual(other, text(taken));
  }
});

test('SERIES-02 days off and hours are those of the practice, in whatever zone the series has its clock', () => {
  const week = [HOURS, { ...HOURS, day_of_week: 2 }];
  const monday = { timeZone: 'Europe/Moscow', week, daysOff: [{ from: '2026-11-23', to: '2026-11-23' }] };
  const now = Temporal.Instant.from('2026-11-20T09:00:00Z');
  // Tuesday 06:00 in Vladivostok is Monday 23:00 in Moscow.
  const moment = momentOn(MONDAY.add({ days: 1 }), Temporal.PlainTime.from('06:00'), 'Asia/Vladivostok');
  const held = { start: moment.startMs, end: moment.startMs + 60_000, kind: 'session' as const, id: 's0' };
  const there = (taken: readonly TakenTime[], daysOff = monday.daysOff) =>
    judge(moment, 60, { ...monday, daysOff, now }, taken, 'Asia/Vladivostok');
  assert.deepEqual([there([]).verdict, there([]).date, there([]).time], ['day_off', '2026-11-24', '06:00']);
  assert.deepEqual(there([], []).remarks, ['off_hours']);
  assert.deepEqual([there([held], []).verdict, there([held], []).free], ['taken', []]);
});
