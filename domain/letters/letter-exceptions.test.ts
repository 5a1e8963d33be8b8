import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { letterWords } from '#domain/letters/letter-words.ts';
import type { Named, Told } from '#domain/letters/told-meetings.ts';

const FIRST = Temporal.ZonedDateTime.from('2026-12-04T15:00[Europe/Moscow]');
const told = (values: Partial<Told>): Told => ({
  kind: 'series-planned',
  meetings: [planned(FIRST)],
  isEndless: true,
  stay: null,
  practiceZone: 'Europe/Moscow',
  clientZone: '',
  sender: 'Анна Петрова',
  place: null,
  now: Temporal.Instant.from('2026-11-30T09:00:00Z'),
  ...values,
});
const planned = (local: Temporal.ZonedDateTime): Named => ({
  start: local.toInstant(),
  duration: 50,
  change: 'planned',
});
const linesOf = (values: Partial<Told>) =>
  letterWords(told(values)).paragraphs.map((line) => (typeof line === 'string' ? line : line.text));

/** Meetings every so many weeks; those in `other` are at four, those in `skipped` are left out. */
const series = (count: number, weeks: number, skipped: readonly number[], other: readonly number[] = []) =>
  Array.from({ length: count }, (_, nth) => nth).flatMap((nth) => {
    const local = FIRST.add({ weeks: nth * weeks });
    return skipped.includes(nth) ? [] : [planned(other.includes(nth) ? local.with({ hour: 16 }) : local)];
  }) as [Named, ...Named[]];

test('LETTER-04 a letter about a series names the dates that it leaves out, and those at another hour', () => {
  assert.deepEqual(linesOf({ meetings: series(9, 1, [8]) }).slice(-2), ['И дальше так же.', 'Анна Петрова']);
  assert.deepEqual(linesOf({ meetings: series(12, 2, [1, 9]) }).slice(-3), [
    'И дальше так же.',
    'Кроме этих дат: 18 декабря, 9 апреля 2027 года',
    'Анна Петрова',
  ]);
  assert.deepEqual(linesOf({ meetings: series(12, 1, [], [10]) }).slice(-3), [
    'Встреча 12 февраля 2027 года, 16:00 (по Москве)',
    'И дальше так же, как в начале.',
    'Анна Петрова',
  ]);
  assert.deepEqual(linesOf({ meetings: series(12, 1, [10]), isEndless: false }).slice(-3), [
    'Всего 11 встреч, последняя 19 февраля 2027 года',
    'Кроме этих дат: 12 февраля 2027 года',
    'Анна Петрова',
  ]);
});

test('LETTER-04 a moved series names the dates that it leaves out, once', () => {
  const moved = series(12, 1, [7, 9]).map((meeting): Named => ({
    ...meeting,
    change: 'moved',
    was: { start: meeting.start.subtract({ hours: 1 }), duration: 50, isSamePlace: true },
  })) as [Named, ...Named[]];
  const off = { ...planned(FIRST.add({ weeks: 7 }).subtract({ hours: 1 })), change: 'cancelled' as const };
  const meetings = [...moved, off].toSorted((one, other) => Temporal.Instant.compare(one.start, other.start));
  const lines = linesOf({ kind: 'series-moved', meetings: meetings as [Named, ...Named[]] });
  assert.deepEqual(lines.slice(-5), [
    'И дальше так же.',
    'Кроме этих дат: 5 февраля 2027 года',
    'Отменена:',
    'Встреча 22 января 2027 года, 14:00 (по Москве)',
    'Анна Петрова',
  ]);
});

test('LETTER-04 of several series, and of a letter about places, nothing is left out', () => {
  const two = [
    ...series(9, 1, [3]),
    ...series(7, 1, []).map((one) => ({ ...one, start: one.start.add({ hours: 48 }) })),
  ];
  const meetings = two.toSorted((one, other) => Temporal.Instant.compare(one.start, other.start));
  assert.doesNotMatch(linesOf({ meetings: meetings as [Named, ...Named[]] }).join('\n'), /Кроме/);
  const changed = series(12, 1, [8]).map((meeting): Named => ({
    ...meeting,
    change: 'changed',
    was: { start: meeting.start, duration: 50, isSamePlace: false },
  })) as [Named, ...Named[]];
  assert.doesNotMatch(linesOf({ kind: 'session-changed', meetings: changed }).join('\n'), /Кроме/);
});

const MONTHS = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
];
const dayIn = (text: string) => {
  const [, day = '', month = '', year = '2026'] = /(\d+) ([а-я]+)(?: (\d{4}) года)?/.exec(text) ?? [];
  return new Temporal.PlainDate(Number(year), MONTHS.indexOf(month) + 1, Number(day)).toString();
};

test('LETTER-04 whoever reads a letter about a series knows each of its meetings', () => {
  const few = fc.uniqueArray(fc.integer({ min: 2, max: 39 }), { maxLength: 3 });
  fc.assert(
    fc.property(
      fc.integer({ min: 14, max: 40 }),
      fc.integer({ min: 1, max: 4 }),
      few,
      few,
      (count, weeks, skip, other) => {
        const skipped = skip.filter((nth) => nth < count - 1);
        const others = other.filter((nth) => nth < count && !skipped.includes(nth));
        const meetings = series(count, weeks, skipped, others);
        const lines = linesOf({ meetings });
        const named = new Map(
          lines.flatMap((line) => {
            const [, day, time] = /^Встреча (.+), (\d\d:\d\d) \(/.exec(line) ?? [];
            return day !== undefined && time !== undefined ? [[dayIn(day), time] as const] : [];
          }),
        );
        const [, missing = ''] = /Кроме этих дат: (.+)/.exec(lines.join('\n')) ?? [];
        const without = new Set(missing === '' ? [] : missing.split(', ').map(dayIn));
        const read = Array.from({ length: count }, (_, nth) =>
          FIRST.add({ weeks: nth * weeks })
            .toPlainDate()
            .toString(),
        )
          .filter((day) => !without.has(day))
          .map((day) => `${day} ${named.get(day) ?? '15:00'}`);
        const stands = meetings.map(({ start }) => {
          const local = start.toZonedDateTimeISO('Europe/Moscow');
          return `${local.toPlainDate().toString()} ${local.toPlainTime().toString({ smallestUnit: 'minute' })}`;
        });
        assert.deepEqual(read, stands);
      },
    ),
  );
});
