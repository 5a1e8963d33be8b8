import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { calendarFile } from '#domain/letters/calendar-file.ts';
import { discreetName, saysTooMuch } from '#domain/letters/discreet.ts';
import { letterRules, CLIENT_LETTER_KINDS } from '#domain/letters/letter.ts';
import { letterWords, type Told } from '#domain/letters/letter-words.ts';

const start = Temporal.Instant.from('2026-11-24T07:00:00Z');
const now = Temporal.Instant.from('2026-11-21T09:00:00Z');
const told = (values: Partial<Told> = {}): Told => ({
  kind: 'session-reminder',
  starts: [start],
  more: false,
  practiceZone: 'Europe/Moscow',
  clientZone: '',
  sender: 'Анна Петрова',
  now,
  ...values,
});

test('LETTER-05 a letter says the time with its zone, and the client’s time where it differs', () => {
  assert.deepEqual(letterWords(told()).times, ['Встреча 24 ноября, 10:00 (по Москве)']);
  assert.deepEqual(letterWords(told({ clientZone: 'Asia/Yekaterinburg' })).times, [
    'Встреча 24 ноября, 10:00 (по Москве)',
    'У вас это 24 ноября, 12:00 (по Екатеринбургу)',
  ]);
  // The same clock under another name is not told twice.
  assert.equal(letterWords(told({ clientZone: 'Europe/Minsk' })).times.length, 1);
  assert.deepEqual(letterWords(told({ practiceZone: 'Asia/Kathmandu' })).times, [
    'Встреча 24 ноября, 12:45 (UTC+5:45)',
  ]);
  const later = Temporal.Instant.from('2027-01-12T07:00:00Z');
  assert.deepEqual(letterWords(told({ starts: [later] })).times, ['Встреча 12 января 2027 года, 10:00 (по Москве)']);
});

test('LETTER-02 a rejected request says «Не получилось записать»', () => {
  const { subject, title } = letterWords(told({ kind: 'request-rejected' }));
  assert.deepEqual([subject, title], ['Не получилось записать', 'Не получилось записать']);
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
  assert.ok(!letterRules.sender_name.safeParse('Психолог Анна').success);
  assert.ok(letterRules.sender_name.safeParse('Анна').success);
});

test('LETTER-05 the calendar file has lines of at most 75 bytes, and a name cannot add one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 100 }), (name, address) => {
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
