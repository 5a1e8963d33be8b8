import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { showPhone } from '#domain/clients/phone.ts';
import { calendarFile } from '#domain/letters/calendar-file.ts';
import { discreetName, saysTooMuch } from '#domain/letters/discreet.ts';
import { CLIENT_LETTER_KINDS, tellsPlace } from '#domain/letters/letter.ts';
import { letterValues } from '#domain/letters/letter-values.ts';
import { answerWords, letterWords } from '#domain/letters/letter-words.ts';
import type { Named, Told } from '#domain/letters/told-meetings.ts';
import { anyCharacter } from '#proofs/support/any-character.ts';

const start = Temporal.Instant.from('2026-11-24T07:00:00Z');
const now = Temporal.Instant.from('2026-11-21T09:00:00Z');
const at = (values: Partial<Named> = {}): Named => ({ start, duration: 50, change: 'reminded', ...values });
const told = (values: Partial<Told> = {}): Told => ({
  kind: 'session-reminder',
  meetings: [at()],
  isEndless: false,
  stay: null,
  practiceZone: 'Europe/Moscow',
  clientZone: '',
  sender: 'Анна Петрова',
  place: null,
  now,
  ...values,
});

test('LETTER-05 a letter says weekday, time with its zone and length, first by the client’s clock where it differs', () => {
  const moscow = ['Встреча 24 ноября, 10:00 (по Москве)', 'Вторник, 50 минут'];
  assert.deepEqual(letterWords(told()).times, moscow);
  const { subject, times } = letterWords(told({ clientZone: 'Asia/Yekaterinburg', meetings: [at({ duration: 61 })] }));
  assert.equal(subject, 'Напоминание: встреча 24 ноября, 12:00 (по Екатеринбургу)');
  assert.deepEqual(times, [
    'Встреча 24 ноября, 12:00 (по Екатеринбургу)',
    'Вторник, 61 минута',
    'То же время: 24 ноября, 10:00 (по Москве)',
  ]);
  // A zone with the same time is not shown separately.
  assert.deepEqual(letterWords(told({ clientZone: 'Europe/Minsk' })).times, moscow);
  const [nepal] = letterWords(told({ practiceZone: 'Asia/Kathmandu' })).times;
  assert.equal(nepal, 'Встреча 24 ноября, 12:45 (UTC+5:45)');
  const later = Temporal.Instant.from('2027-01-12T07:00:00Z');
  const [nextYear] = letterWords(told({ meetings: [at({ start: later })] })).times;
  assert.equal(nextYear, 'Встреча 12 января 2027 года, 10:00 (по Москве)');
  const moved = letterWords(told({ kind: 'session-moved' }));
  assert.deepEqual([moved.title, moved.times[0]], ['Встреча перенесена', 'Новое время: 24 ноября, 10:00 (по Москве)']);
  const was = { start: start.subtract({ hours: 24 }), duration: 50, isSamePlace: true };
  const known = letterWords(told({ kind: 'session-moved', meetings: [at({ change: 'moved', was })] }));
  assert.deepEqual(known.times.slice(1), ['Вторник, 50 минут', 'Было: 23 ноября, 10:00']);
});

test('LETTER-04 a letter about a series says its rhythm, and sets no date above the others', () => {
  const planned = (first: Temporal.Instant, weeks: readonly number[], values: Partial<Told> = {}) => {
    const later = weeks.map((each) => at({ start: first.add({ hours: each * 168 }), change: 'planned' }));
    return letterWords(told({ kind: 'series-planned', meetings: [at({ start: first }), ...later], ...values }));
  };
  const { times, paragraphs } = planned(start, [1, 2]);
  assert.deepEqual(times, []);
  assert.deepEqual(paragraphs, [
    'Раз в неделю, по вторникам, 50 минут',
    { text: 'Встреча 24 ноября, 10:00 (по Москве)', meeting: 0 },
    { text: 'Встреча 1 декабря, 10:00 (по Москве)', meeting: 1 },
    { text: 'Встреча 8 декабря, 10:00 (по Москве)', meeting: 2 },
    'Анна Петрова',
  ]);
  assert.equal(planned(start, [2, 4]).paragraphs[0], 'Раз в две недели, по вторникам, 50 минут');
  assert.equal(planned(start, [8, 16]).paragraphs[0], 'Раз в восемь недель, по вторникам, 50 минут');
  for (const weeks of [[], [1, 3], [9]]) assert.equal(planned(start, weeks).paragraphs[0], 'Длительность: 50 минут');
  const early = Temporal.Instant.from('2026-11-24T20:00:00Z');
  assert.deepEqual(planned(early, [1], { clientZone: 'Asia/Yekaterinburg' }).paragraphs.slice(0, 3), [
    'Раз в неделю, по средам, 50 минут',
    { text: 'Встреча 25 ноября, 01:00 (по Екатеринбургу)', meeting: 0 },
    'То же время: 24 ноября, 23:00 (по Москве)',
  ]);
  const many = (count: number, isEndless: boolean) =>
    planned(
      start,
      Array.from({ length: count - 1 }, (_, each) => each + 1),
      { isEndless },
    ).paragraphs.slice(-2)[0];
  assert.equal(many(8, true), 'И дальше так же.');
  assert.equal(many(8, false), 'Всего 8 встреч, последняя 12 января 2027 года');
  assert.equal(many(22, false), 'Всего 22 встречи, последняя 20 апреля 2027 года');
});

test('LETTER-04 moved meetings are told as moved, with what held before', () => {
  const moved = (weeks: readonly number[], was: (first: Temporal.Instant, at: number) => Temporal.Instant | null) => {
    const all = weeks.map((each, nth): Named => {
      const begin = start.add({ hours: each * 168 });
      const before = was(begin, nth);
      const known = before && { start: before, duration: 50, isSamePlace: true };
      return at({ start: begin, change: known ? 'moved' : 'planned', ...(known && { was: known }) });
    });
    return letterWords(told({ kind: 'series-moved', meetings: all as [Named, ...Named[]] }));
  };
  const weekly = [0, 1, 2, 3];
  const later = moved(weekly, (first) => first.subtract({ hours: 1 }));
  assert.equal(later.subject, 'Встречи перенесены. Теперь по вторникам в 10:00, начиная с 24 ноября (было 09:00)');
  assert.deepEqual(later.subject.split('. '), [later.title, later.paragraphs[0]]);
  const day = moved(weekly, (first) => first.subtract({ hours: 25 }));
  assert.match(day.subject, /\(было по понедельникам в 09:00\)$/);
  const rarer = moved([0, 2, 4], (_first, nth) => start.add({ hours: nth * 168 - 1 }));
  assert.match(rarer.subject, /Теперь раз в две недели, по вторникам в 10:00, .* \(было по вторникам в 09:00\)$/);
  const mixed = moved([0, 1, 1.5], (first, nth) => (nth === 0 ? first.subtract({ hours: 24 }) : null));
  assert.equal(mixed.subject, 'Встречи перенесены, первая 24 ноября, 10:00 (по Москве)');
  assert.deepEqual(mixed.paragraphs, [
    'Длительность: 50 минут',
    { text: 'Встреча 24 ноября, 10:00 (по Москве), было 23 ноября, 10:00', meeting: 0 },
    { text: 'Встреча 1 декабря, 10:00 (по Москве), добавлена', meeting: 1 },
    { text: 'Встреча 4 декабря, 22:00 (по Москве), добавлена', meeting: 2 },
    'Анна Петрова',
  ]);
});

test('LETTER-04 a moved series names each of its dates that is off', () => {
  const moved = (count: number, off: readonly number[], isEndless = false) => {
    const all = Array.from({ length: count }, (_, nth): Named => {
      const begin = start.add({ hours: nth * 168 });
      if (off.includes(nth)) return at({ start: begin, change: 'cancelled' });
      return at({
        start: begin.add({ hours: 1 }),
        change: 'moved',
        was: { start: begin, duration: 50, isSamePlace: true },
      });
    });
    return letterWords(told({ kind: 'series-moved', meetings: all as [Named, ...Named[]], isEndless }));
  };
  const one = moved(8, [7]);
  assert.equal(one.subject, 'Встречи перенесены. Теперь по вторникам в 11:00, начиная с 24 ноября (было 10:00)');
  assert.deepEqual(one.paragraphs.slice(-4), [
    'Всего 7 встреч, последняя 5 января 2027 года',
    'Отменена:',
    'Встреча 12 января 2027 года, 10:00 (по Москве)',
    'Анна Петрова',
  ]);
  assert.deepEqual(moved(20, [3, 9], true).paragraphs.slice(-5), [
    'И дальше так же.',
    'Отменены:',
    'Встреча 15 декабря, 10:00 (по Москве)',
    'Встреча 26 января 2027 года, 10:00 (по Москве)',
    'Анна Петрова',
  ]);
  const many = moved(12, [0, 2, 3, 4, 6, 7, 8, 10]).paragraphs;
  assert.equal(many.filter((line) => typeof line === 'string' && line.startsWith('Встреча ')).length, 6);
  assert.equal(many.at(-2), 'И ещё 2: 19 января 2027 года, 2 февраля 2027 года');
});

test('LETTER-04 what is not the same of all meetings of a letter stands at each date', () => {
  const week = (nth: number) => start.add({ hours: nth * 168 });
  const lines = (kind: Told['kind'], meetings: readonly Named[], values: Partial<Told> = {}) => {
    const words = letterWords(told({ kind, meetings: meetings as [Named, ...Named[]], ...values }));
    const all = words.paragraphs.slice(0, -1).map((line) => (typeof line === 'string' ? line : line.text));
    return [words.subject, ...all.map((line) => line.replace(' (по Москве)', ''))];
  };
  const planned = (lengths: readonly number[]) =>
    lengths.map((duration, nth) => at({ start: week(nth), duration, change: 'planned' }));
  const changed = (nth: number, duration: number, was: number, isSamePlace = true) =>
    at({ start: week(nth), duration, change: 'changed', was: { start: week(nth), duration: was, isSamePlace } });
  const moved = (nth: number, duration: number, was: number, isSamePlace = true) =>
    at({
      start: week(nth),
      duration,
      change: 'moved',
      was: { start: week(nth).subtract({ hours: 24 * nth + 1 }), duration: was, isSamePlace },
    });

  assert.deepEqual(lines('series-planned', planned([50, 90, 50])), [
    'Встречи назначены, первая 24 ноября, 10:00 (по Москве)',
    'Раз в неделю, по вторникам',
    'Встреча 24 ноября, 10:00, 50 минут',
    'Встреча 1 декабря, 10:00, 90 минут',
    'Встреча 8 декабря, 10:00, 50 минут',
  ]);
  assert.deepEqual(lines('series-planned', planned([50, 50, 50, 50, 50, 50, 50, 90, 50])).slice(-4), [
    'Встреча 29 декабря, 10:00, 50 минут',
    'Встреча 12 января 2027 года, 10:00, 90 минут',
    'Всего 9 встреч, последняя 19 января 2027 года',
    'Длительность остальных: 50 минут',
  ]);
  const places = planned([50, 50, 50, 50, 50, 50, 50, 50]).map((meeting, nth) => ({
    ...meeting,
    where: nth === 6 ? 'Где: Арбат, 2' : 'Встреча онлайн',
  }));
  assert.deepEqual(lines('series-planned', places).slice(-6), [
    'Встреча онлайн',
    'Встреча 5 января 2027 года, 10:00',
    'Где: Арбат, 2',
    'Всего 8 встреч, последняя 12 января 2027 года',
    'Остальные встречи:',
    'Встреча онлайн',
  ]);
  assert.deepEqual(lines('session-changed', [changed(0, 50, 50, false), changed(1, 90, 50)]), [
    'Встречи изменились, первая 24 ноября, 10:00 (по Москве)',
    'Встреча 24 ноября, 10:00, 50 минут, новое место',
    'Встреча 1 декабря, 10:00, 90 минут, было 50 минут',
  ]);
  assert.deepEqual(lines('session-changed', [changed(0, 50, 50, false), changed(1, 50, 50, false)]), [
    'Изменилось место, первая встреча 24 ноября, 10:00 (по Москве)',
    'Длительность: 50 минут',
    'Встреча 24 ноября, 10:00',
    'Встреча 1 декабря, 10:00',
  ]);
  assert.deepEqual(lines('session-changed', [changed(0, 60, 50), changed(1, 90, 50)]), [
    'Изменилась длительность, первая встреча 24 ноября, 10:00 (по Москве)',
    'Встреча 24 ноября, 10:00, 60 минут, было 50 минут',
    'Встреча 1 декабря, 10:00, 90 минут, было 50 минут',
  ]);
  assert.equal(
    lines('session-changed', [changed(0, 90, 50), changed(1, 90, 50)])[1],
    'Длительность: 90 минут (было 50 минут)',
  );
  assert.equal(lines('session-changed', [changed(0, 90, 50), changed(1, 90, 60)])[1], 'Длительность: 90 минут');
  assert.deepEqual(lines('series-moved', [moved(0, 90, 50), moved(1, 90, 50), moved(2, 90, 50)]), [
    'Встречи перенесены, первая 24 ноября, 10:00 (по Москве)',
    'Длительность: 90 минут (было 50 минут)',
    'Встреча 24 ноября, 10:00, было 24 ноября, 09:00',
    'Встреча 1 декабря, 10:00, было 30 ноября, 09:00',
    'Встреча 8 декабря, 10:00, было 6 декабря, 09:00',
  ]);
  assert.deepEqual(lines('series-moved', [moved(1, 50, 50), changed(2, 90, 50), moved(4, 90, 50, false)]), [
    'Встречи изменились, первая 1 декабря, 10:00 (по Москве)',
    'Встреча 1 декабря, 10:00, 50 минут, было 30 ноября, 09:00',
    'Встреча 8 декабря, 10:00, 90 минут, было 50 минут',
    'Встреча 22 декабря, 10:00, 90 минут, новое место, было 18 декабря, 09:00, 50 минут',
  ]);
  const shifted = [50, 90, 50].map((duration, nth) => ({
    ...moved(nth, duration, 50),
    was: { start: week(nth).subtract({ hours: 1 }), duration: 50, isSamePlace: true },
  }));
  assert.deepEqual(lines('series-moved', shifted).slice(1), [
    'Теперь по вторникам в 10:00, начиная с 24 ноября (было 09:00)',
    'Встреча 24 ноября, 10:00, 50 минут',
    'Встреча 1 декабря, 10:00, 90 минут, было 50 минут',
    'Встреча 8 декабря, 10:00, 50 минут',
  ]);
});

test('LETTER-04 what changed of a meeting that keeps its hour is named', () => {
  const changed = (isSameLength: boolean, isSamePlace: boolean) =>
    letterWords(
      told({
        kind: 'session-changed',
        meetings: [at({ change: 'changed', was: { start, duration: isSameLength ? 50 : 60, isSamePlace } })],
      }),
    ).title;
  assert.equal(changed(true, false), 'Изменилось место');
  assert.equal(changed(false, true), 'Изменилась длительность');
  assert.equal(changed(false, false), 'Изменились место и длительность');
});

test('LETTER-04 meetings that are off are listed, or some of them and what stays', () => {
  const off = (count: number, stay: readonly Temporal.Instant[] | null) => {
    const all = Array.from({ length: count }, (_, each) =>
      at({ start: start.add({ hours: each * 168 }), change: 'cancelled' }),
    );
    return letterWords(told({ kind: 'session-cancelled', meetings: all as [Named, ...Named[]], stay })).paragraphs;
  };
  assert.equal(off(10, null).length, 10);
  assert.deepEqual(off(10, []).slice(-2), ['И все следующие.', 'Анна Петрова']);
  assert.deepEqual(off(10, [start.add({ hours: 24 })]).slice(-3), [
    'И все следующие, кроме этих:',
    'Встреча 25 ноября, 10:00 (по Москве)',
    'Анна Петрова',
  ]);
  assert.equal(off(10, Array<Temporal.Instant>(6).fill(start)).length, 10);
  assert.equal(off(6, null).length, 6);
});

test('LETTER-02 a rejected request says «Не получилось записать», and the time as part of a sentence', () => {
  const { subject, title, times, paragraphs } = letterWords(told({ kind: 'request-rejected' }));
  assert.deepEqual([subject, title, times], ['Не получилось записать', 'Не получилось записать', []]);
  assert.deepEqual(paragraphs, [
    'Анна Петрова: 24 ноября, 10:00 (по Москве) встретиться не получится. Можно выбрать другое время.',
  ]);
});

test('LETTER-05 no letter of any kind has a word that a family should not read, whatever the name is', () => {
  const names = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('Психолог Анна', 'Анна Петрова, психотерапевт', 'Сессии с Анной', 'ПСИХОЛОГ', 'арт-терапия «Я»'),
  );
  fc.assert(
    fc.property(names, fc.constantFrom(...CLIENT_LETTER_KINDS), fc.boolean(), (name, kind, isEndless) => {
      const sender = discreetName('', name);
      const { subject, title, times, paragraphs } = letterWords(told({ kind, sender, isEndless }));
      const lines = paragraphs.map((line) => (typeof line === 'string' ? line : line.text));
      assert.ok(!saysTooMuch([subject, title, ...times, ...lines].join('\n')));
      assert.ok(!/[\r\n]/.test(sender) && sender !== '');
    }),
  );
  assert.equal(discreetName('', 'Анна Петрова, психолог'), 'Анна Петрова');
  assert.equal(discreetName('', 'Психолог'), 'Кабинет');
  assert.ok(!letterValues.sender_name.safeParse('Психолог Анна').success);
  assert.ok(letterValues.sender_name.safeParse('Анна').success);
});

test('PLACE-02 the place stands below the time, and above the dates of a series', () => {
  const place = { kind: 'office', text: 'Тверская, 1', link: '' } as const;
  for (const kind of CLIENT_LETTER_KINDS.filter(tellsPlace)) {
    const { times, paragraphs } = letterWords(told({ kind, place }));
    assert.equal(times.length > 0 ? times.at(-1) : paragraphs[0], 'Где: Тверская, 1', kind);
  }
  const link = 'https://video.example';
  const words = letterWords(told({ place: { kind: 'online', text: '', link } }));
  assert.deepEqual(words.link, { before: 'Онлайн', shown: link, href: 'https://video.example/' });
  assert.deepEqual(words.times, letterWords(told()).times);
});

test('LETTER-08 a letter whose answers nobody reads says so, and how else to reach the practitioner', () => {
  for (const kind of CLIENT_LETTER_KINDS) {
    for (const phone of ['', '+7 916 204-18-35']) {
      const [words = '', ...more] = answerWords({
        kind,
        replyTo: '',
        phone,
        hasPage: kind !== 'session-cancelled',
        isInvitation: false,
      });
      assert.match(words, /^Ответы на это письмо не читаются\./);
      assert.ok(words.endsWith(showPhone(phone)) && more.length === 0 && !saysTooMuch(words));
      assert.equal(/ссылке/.test(words), phone === '' && !/cancelled|rejected/.test(kind), kind);
      const read = { kind, replyTo: 'anna@example.ru', phone, hasPage: true };
      assert.deepEqual(answerWords({ ...read, isInvitation: false }), []);
      assert.deepEqual(answerWords({ ...read, isInvitation: true }), ['Ответ «нет» в календаре встречу не отменяет.']);
    }
  }
});

test('LETTER-05 the calendar file has lines of at most 75 bytes, and a name cannot add one', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.string({ maxLength: 100 }), (name, address) => {
      const meeting = {
        uid: 'abcdefghijklmno@kabinet',
        sequence: 3,
        start,
        duration: 50,
        cancelled: false,
        place: null,
      };
      const organizer = { name, address: 'k@example.org' };
      const file = calendarFile({ meetings: [meeting], organizer, attendee: address, now });
      const lines = file.split('\r\n');
      for (const line of lines) assert.ok(new TextEncoder().encode(line).length <= 75);
      assert.ok(!file.replaceAll('\r\n', '').includes('\n'));
      const whole = file.replaceAll('\r\n ', '').split('\r\n');
      assert.equal(whole.length, 20);
      assert.deepEqual(
        whole.filter((line) => /^(?:UID|SEQUENCE|DTSTART|DTEND|STATUS)/.test(line)),
        [
          'UID:abcdefghijklmno@kabinet',
          'SEQUENCE:3',
          'DTSTART:20261124T070000Z',
          'DTEND:20261124T075000Z',
          'STATUS:CONFIRMED',
        ],
      );
    }),
    { numRuns: 30 },
  );
});
