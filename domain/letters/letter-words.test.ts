import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { calendarFile } from '#domain/letters/calendar-file.ts';
import { discreetName, saysTooMuch } from '#domain/letters/discreet.ts';
import { CLIENT_LETTER_KINDS } from '#domain/letters/letter.ts';
import { letterValues } from '#domain/letters/letter-values.ts';
import { answerWords, letterWords, type Told } from '#domain/letters/letter-words.ts';
import { anyCharacter } from '#proofs/support/any-character.ts';

const start = Temporal.Instant.from('2026-11-24T07:00:00Z');
const now = Temporal.Instant.from('2026-11-21T09:00:00Z');
const told = (values: Partial<Told> = {}): Told => ({
  kind: 'session-reminder',
  starts: [start],
  more: false,
  duration: 50,
  practiceZone: 'Europe/Moscow',
  clientZone: '',
  sender: 'Анна Петрова',
  now,
  ...values,
});

test('LETTER-05 a letter says weekday, time with its zone and length, first by the client’s clock where it differs', () => {
  const moscow = ['Встреча 24 ноября, 10:00 (по Москве)', 'Вторник, 50 минут'];
  assert.deepEqual(letterWords(told()).times, moscow);
  const { subject, times } = letterWords(told({ clientZone: 'Asia/Yekaterinburg', duration: 61 }));
  assert.equal(subject, 'Напоминание: встреча 24 ноября, 12:00 (по Екатеринбургу)');
  assert.deepEqual(times, [
    'Встреча 24 ноября, 12:00 (по Екатеринбургу)',
    'Вторник, 61 минута',
    'То же время: 24 ноября, 10:00 (по Москве)',
  ]);
  // The same clock under another name is shown once.
  assert.deepEqual(letterWords(told({ clientZone: 'Europe/Minsk' })).times, moscow);
  const [nepal] = letterWords(told({ practiceZone: 'Asia/Kathmandu' })).times;
  assert.equal(nepal, 'Встреча 24 ноября, 12:45 (UTC+5:45)');
  const later = Temporal.Instant.from('2027-01-12T07:00:00Z');
  const [nextYear] = letterWords(told({ starts: [later] })).times;
  assert.equal(nextYear, 'Встреча 12 января 2027 года, 10:00 (по Москве)');
  const moved = letterWords(told({ kind: 'session-moved' }));
  assert.deepEqual([moved.title, moved.times[0]], ['Встреча перенесена', 'Новое время: 24 ноября, 10:00 (по Москве)']);
});

test('LETTER-04 a letter about a series says its rhythm, and sets no date above the others', () => {
  const series = (weeks: readonly number[], values: Partial<Told> = {}) =>
    letterWords(
      told({
        kind: 'series-planned',
        starts: [start, ...weeks.map((each) => start.add({ hours: each * 168 }))],
        ...values,
      }),
    );
  const { times, paragraphs } = series([1, 2], { more: true });
  assert.deepEqual(times, []);
  assert.deepEqual(paragraphs, [
    'Раз в неделю, по вторникам, 50 минут',
    'Встреча 24 ноября, 10:00 (по Москве)',
    'Встреча 1 декабря, 10:00 (по Москве)',
    'Встреча 8 декабря, 10:00 (по Москве)',
    'И дальше так же.',
    'Анна Петрова',
  ]);
  assert.equal(series([2, 4]).paragraphs[0], 'Раз в две недели, по вторникам, 50 минут');
  for (const weeks of [[], [1, 3], [8]]) assert.equal(series(weeks).paragraphs[0], 'Длительность: 50 минут');
  const early = Temporal.Instant.from('2026-11-24T20:00:00Z');
  const ofClient = series([], { starts: [early, early.add({ hours: 168 })], clientZone: 'Asia/Yekaterinburg' });
  assert.deepEqual(ofClient.paragraphs.slice(0, 3), [
    'Раз в неделю, по средам, 50 минут',
    'Встреча 25 ноября, 01:00 (по Екатеринбургу)',
    'То же время: 24 ноября, 23:00 (по Москве)',
  ]);
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
    fc.property(names, fc.constantFrom(...CLIENT_LETTER_KINDS), fc.boolean(), (name, kind, more) => {
      const sender = discreetName('', name);
      const { subject, title, times, paragraphs } = letterWords(told({ kind, sender, more }));
      assert.ok(!saysTooMuch([subject, title, ...times, ...paragraphs].join('\n')));
      assert.ok(!/[\r\n]/.test(sender) && sender !== '');
    }),
  );
  assert.equal(discreetName('', 'Анна Петрова, психолог'), 'Анна Петрова');
  assert.equal(discreetName('', 'Психолог'), 'Кабинет');
  assert.ok(!letterValues.sender_name.safeParse('Психолог Анна').success);
  assert.ok(letterValues.sender_name.safeParse('Анна').success);
});

test('LETTER-08 a letter whose answers nobody reads says so, and how else to reach the practitioner', () => {
  for (const kind of CLIENT_LETTER_KINDS) {
    for (const phone of ['', '+7 916 204-18-35']) {
      const [words = '', ...more] = answerWords({ kind, replyTo: '', phone, hasPage: kind !== 'session-cancelled' });
      assert.match(words, /^На это письмо не отвечают\./);
      assert.ok(words.endsWith(phone) && more.length === 0 && !saysTooMuch(words));
      assert.equal(/ссылке/.test(words), phone === '' && !/cancelled|rejected/.test(kind), kind);
      assert.deepEqual(answerWords({ kind, replyTo: 'anna@example.ru', phone, hasPage: true }), []);
    }
  }
});

test('LETTER-05 the calendar file has lines of at most 75 bytes, and a name cannot add one', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.string({ maxLength: 100 }), (name, address) => {
      const file = calendarFile({
        uid: 'abcdefghijklmno@kabinet',
        sequence: 3,
        start,
        duration: 50,
        cancelled: false,
        organizer: { name, address: 'k@example.org' },
        attendee: address,
        now,
      });
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
