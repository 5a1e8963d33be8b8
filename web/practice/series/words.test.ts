import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  currentRules,
  hasEnded,
  showInterval,
  showRule,
  showUntil,
  type StoredRule,
} from '#web/practice/series/words.ts';

const NOW = Temporal.Instant.from('2026-11-18T09:00:00Z');
const MOSCOW = 'Europe/Moscow';
const rule = (parts: Partial<StoredRule> = {}): StoredRule => ({
  start: '2026-11-02T10:00',
  time_zone: MOSCOW,
  every_weeks: 1,
  until: '',
  ...parts,
});
const spaced = (text: string) => text.replaceAll('\u00A0', ' ');

test('SERIES-08 a rule in words has its weekday, its time and its interval', () => {
  assert.equal(showRule(rule(), MOSCOW, NOW), 'Понедельник, 10:00, раз в\u00A0неделю');
  const biweekly = rule({ start: '2026-11-05T08:30', every_weeks: 2 });
  assert.equal(spaced(showRule(biweekly, MOSCOW, NOW)), 'Четверг, 08:30, раз в две недели');
  assert.deepEqual(
    [3, 4, 5, 6, 7, 8].map((weeks) => spaced(showInterval(weeks))),
    ['три недели', 'четыре недели', 'пять недель', 'шесть недель', 'семь недель', 'восемь недель'].map(
      (weeks) => `раз в ${weeks}`,
    ),
  );
});

test('SERIES-08 a rule of another zone is shown on the practice’s clock, by its next occurrence', () => {
  const late = rule({ start: '2026-07-06T23:30', time_zone: 'Europe/Berlin' });
  // In July Berlin is one hour behind Moscow, in November two.
  assert.equal(spaced(showRule(late, MOSCOW, NOW)), 'Вторник, 01:30, раз в неделю');
  const july = Temporal.Instant.from('2026-07-08T09:00:00Z');
  assert.equal(spaced(showRule(late, MOSCOW, july)), 'Вторник, 00:30, раз в неделю');
  const ahead = rule({ start: '2027-07-05T12:00', time_zone: 'Europe/Berlin' });
  assert.equal(spaced(showRule(ahead, MOSCOW, NOW)), 'Понедельник, 13:00, раз в неделю');
});

test('SERIES-08 the words keep the rule’s time where a clock change shifts the next occurrence', () => {
  const night = rule({ start: '2027-02-21T02:30', time_zone: 'Europe/Berlin' });
  const before = Temporal.Instant.from('2027-03-26T09:00:00Z');
  assert.equal(spaced(showRule(night, 'Europe/Berlin', before)), 'Воскресенье, 02:30, раз в неделю');
});

test('SERIES-08 the last day stands in words, and nothing where there is none', () => {
  assert.equal(showUntil(rule({ until: '2026-12-31' })), 'до\u00A031\u00A0декабря\u00A02026');
  assert.equal(showUntil(rule()), '');
});

test('SERIES-08 a series has ended after its last day, and where a split has left it empty', () => {
  assert.equal(hasEnded(rule(), NOW), false);
  assert.equal(hasEnded(rule({ until: '2026-11-18' }), NOW), false);
  assert.equal(hasEnded(rule({ until: '2026-11-17' }), NOW), true);
  assert.equal(hasEnded(rule({ start: '2026-12-07T10:00', until: '2026-12-06' }), NOW), true);
  const [later, sooner, over] = [
    rule({ start: '2026-12-03T10:00' }),
    rule({ until: '2026-12-31' }),
    rule({ until: '2026-11-16' }),
  ];
  assert.deepEqual(currentRules([later, over, sooner], NOW), [sooner, later]);
});
