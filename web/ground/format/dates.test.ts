import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  showDate,
  showDayAndMonth,
  showDayFrom,
  showDayInWords,
  showDayRange,
  showInstant,
  showInstantDate,
  showMonth,
  showWeekday,
} from '#web/ground/format/dates.ts';

const date = (text: string) => Temporal.PlainDate.from(text);

test('an instant is shown on the clock of the practitioner as dd.MM.yyyy HH:mm', () => {
  const stored = '2026-11-18 21:30:00.000Z';
  assert.equal(showInstant(stored, 'Europe/Moscow'), '19.11.2026 00:30');
  assert.equal(showInstant(stored, 'America/St_Johns'), '18.11.2026 18:00');
  assert.equal(showInstant(stored, 'Asia/Kathmandu'), '19.11.2026 03:15');
  assert.equal(showInstantDate(stored, 'Asia/Kathmandu'), '19.11.2026');
});

test('an empty or broken instant is shown as nothing', () => {
  assert.equal(showInstant('', 'Europe/Moscow'), '');
  assert.equal(showInstantDate('soon', 'Europe/Moscow'), '');
});

test('days and months are shown in Russian', () => {
  assert.equal(showDayInWords(date('2026-11-18')), 'Среда, 18 ноября');
  assert.equal(showWeekday(date('2026-11-18')), 'среда');
  assert.equal(showDate(date('2026-03-05')), '05.03.2026');
  assert.equal(showMonth(Temporal.PlainYearMonth.from('2026-11')), 'Ноябрь 2026');
});

test('a week names its month once where it can', () => {
  assert.equal(showDayRange(date('2026-11-16'), date('2026-11-22')), '16–22 ноября');
  assert.equal(showDayRange(date('2026-11-30'), date('2026-12-06')), '30 ноября\u00A0– 6 декабря');
});

test('a format costs its formatter once, not with every day of a calendar', () => {
  const day = date('2026-11-18');
  const kept = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' });
  const costOf = (show: () => string): number => {
    const before = process.cpuUsage();
    for (let time = 0; time < 500; time += 1) show();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const least = (show: () => string) => Math.min(...Array.from({ length: 7 }, () => costOf(show)));
  // Creating a formatter takes thirty times as long as using a cached one.
  assert.ok(least(() => showDayAndMonth(day)) < 10 * least(() => kept.format(0)));
});

test('a day ahead is named from today, with its year where that is another one', () => {
  const from = (day: string) => showDayFrom(date('2026-12-30'), date(day));
  assert.equal(from('2026-12-30'), 'Сегодня, среда, 30 декабря');
  assert.equal(from('2026-12-31'), 'Завтра, четверг, 31 декабря');
  assert.equal(from('2027-01-01'), 'Пятница, 1 января 2027');
  assert.equal(showDayFrom(date('2026-12-31'), date('2027-01-01')), 'Завтра, пятница, 1 января 2027');
  assert.equal(from('2026-12-29'), 'Вторник, 29 декабря');
});
