import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { printInstant } from '#domain/time/instant.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { listFilter, searchedSince } from '#web/practice/sessions/session-filter.ts';
import { readSessionSearch } from '#web/practice/sessions/day/session-search.ts';
import { LONG_FORM, rounds } from '#proofs/support/long-form.ts';

/** The server's limits for a filter. */
const CHARACTERS = 2000;
const COMPARISONS = 50;

const user = 'abcdefghij12345';
const now = Temporal.Instant.from('2026-11-18T12:00:00Z');
const boundary = printInstant(now);

function filters(typed: string, timeZone: string): string[] {
  const search = readSessionSearch(typed, timeZone, now.toZonedDateTimeISO(timeZone).toPlainDate());
  return (['upcoming', 'past'] as const).map((part) => listFilter({ user, part, boundary, search }));
}

/** Whether a session passes a filter of dates, evaluated like on the server. */
function admits(filter: string, date: string, client = 'def'): boolean {
  const script = filter.replaceAll(/date ~ ("[^"]*")/g, 'date.includes($1)').replaceAll(' = ', ' == ');
  return Boolean(runInNewContext(script, { user, date, id: 'abc', client }));
}

const finds = (typed: string, timeZone: string, date: string) =>
  filters(typed, timeZone).filter((filter) => admits(filter, date)).length;

function assertReadable(typed: string, timeZone: string): void {
  for (const filter of filters(typed, timeZone)) {
    const bare = filter.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '');
    const comparisons = bare.match(/>=|<=|>|<|=|~/g)?.length ?? 0;
    assert.ok(filter.length <= CHARACTERS, `${typed} in ${timeZone}: ${filter.length} characters`);
    assert.ok(comparisons <= COMPARISONS, `${typed} in ${timeZone}: ${comparisons} comparisons`);
    assert.ok(!filter.includes('()'), filter);
  }
}

test('SESSION-01 the server reads what any typed text asks for, in every zone', () => {
  const typed = [
    '10:00',
    '00:30',
    '18.11',
    '18.11.2',
    '18.11.2026',
    '18.11.2026 1',
    '18.11.2026 10',
    '18.11.2026 10:00',
    '11.2026',
  ];
  const texts = [
    ...typed,
    '2026',
    '',
    '18.11.2026 25',
    'Анна',
    '+7 916 204-18-35',
    '9'.repeat(3000),
    '"%'.repeat(3000),
  ];
  const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => LONG_FORM || index % 5 === 0);
  for (const timeZone of zones) for (const text of typed) assertReadable(text, timeZone);
  for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Europe/Moscow', 'Australia/Lord_Howe']) {
    for (const text of texts) assertReadable(text, timeZone);
  }
});

test('SESSION-01 a time is asked for on both sides of each clock change, and on one side of now', () => {
  for (const [date, timeZone] of [
    ['2026-07-01 08:00:00.000Z', 'Europe/Berlin'],
    ['2026-12-01 09:00:00.000Z', 'Europe/Berlin'],
    ['2018-01-15 15:00:00.000Z', 'America/New_York'],
    ['2027-07-15 14:00:00.000Z', 'America/New_York'],
    ['2026-12-01 07:00:00.000Z', 'Europe/Moscow'],
    ['2026-11-30 23:00:00.000Z', 'Australia/Lord_Howe'],
    ['2026-07-01 23:30:00.000Z', 'Australia/Lord_Howe'],
  ] as const) {
    assert.equal(finds('10:00', timeZone, date), 1, `${date} ${timeZone}`);
  }
  assert.equal(finds('10:00', 'Europe/Berlin', '2026-12-01 08:00:00.000Z'), 0);
  assert.equal(finds('10:00', 'Europe/Berlin', '2026-07-01 09:00:00.000Z'), 0);
});

test('SESSION-01 the built filter finds a session by each part of what its card shows', () => {
  const zones = fc.constantFrom('Europe/Moscow', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe');
  const minutes = fc.integer({ min: Date.UTC(2018, 0, 1) / 60_000, max: Date.UTC(2028, 0, 1) / 60_000 });
  fc.assert(
    fc.property(zones, minutes, (timeZone, minute) => {
      const stored = printInstant(Temporal.Instant.fromEpochMilliseconds(minute * 60_000));
      const shown = showInstant(stored, timeZone);
      for (const text of [
        shown.slice(0, 10),
        shown.slice(0, 5),
        shown.slice(3, 10),
        shown.slice(6, 10),
        shown.slice(11),
      ]) {
        assert.equal(finds(text, timeZone, stored), 1, `${text} in ${timeZone}`);
      }
    }),
    { numRuns: rounds({ short: 25, long: 60 }) },
  );
});

test('SESSION-01 a time that no clock shows finds nothing', () => {
  assert.equal(finds('18.11.2026 25', 'Europe/Moscow', boundary), 0);
});

test('SESSION-01 OWN-05 the list leaves out what an erased client has left', () => {
  const past = filters('', 'Europe/Moscow')[1] ?? '';
  assert.deepEqual([admits(past, boundary), admits(past, boundary, '')], [true, false]);
});

test('SESSION-01 a search without a year says since when it finds, and finds from then on', () => {
  const since = (typed: string, timeZone: string) => {
    const search = readSessionSearch(typed, timeZone, now.toZonedDateTimeISO(timeZone).toPlainDate());
    return searchedSince(search, boundary);
  };
  const year = (typed: string, timeZone: string) => Number(since(typed, timeZone)?.slice(0, 4));
  // Longer than any practice has kept its sessions here.
  assert.ok(year('10:00', 'Europe/Moscow') <= 2006);
  assert.ok(year('28.11', 'Europe/Moscow') <= 2006);
  assert.ok(year('10:00', 'Europe/Berlin') <= 2017);
  for (const [typed, timeZone] of [
    ['10:00', 'Europe/Moscow'],
    ['10:00', 'America/New_York'],
    ['28.11', 'Europe/Berlin'],
  ] as const) {
    const first = Temporal.PlainDate.from(since(typed, timeZone)?.slice(0, 10) ?? '');
    const at = (days: number) => {
      const plain =
        typed === '28.11' ? first.with({ month: 11, day: 28 }).add({ years: days > 0 ? 1 : -2 }) : first.add({ days });
      return printInstant(plain.toZonedDateTime({ timeZone, plainTime: { hour: 10 } }).toInstant());
    };
    assert.deepEqual([finds(typed, timeZone, at(3)), finds(typed, timeZone, at(-3))], [1, 0], `${typed} ${timeZone}`);
  }
  for (const typed of ['28.11.2026', '11.2026', '2016', '28.11.2026 1', 'Анна', '']) {
    assert.equal(since(typed, 'Europe/Moscow'), null, typed);
  }
});
