import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENTS } from '#web/ground/format/plural.ts';
import { exampleDay } from '#web/public/landing/example-day.ts';
import { countNote, greeting, nextInWords, requestsInWords } from '#web/public/landing/words.ts';
import { nextSession } from '#web/practice/sessions/day/day.ts';

const zone = 'Europe/Moscow';
const today = Temporal.PlainDate.from('2026-11-18');
const at = (time: string) => today.toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant();
const said = (time: string) => {
  const day = exampleDay(today, zone);
  const words = nextInWords(nextSession(day, at(time)), true, null, at(time), zone);
  return (words.before + words.time + words.after).replaceAll('\u00A0', ' ');
};

test('AUTH-10 the landing shows what is next today', () => {
  assert.equal(said('13:40'), 'Ближайшая сессия в 15:00, через 1 ч 20 мин.');
  assert.equal(said('15:20'), 'Сейчас идёт сессия, начало в 15:00.');
  assert.equal(said('16:00'), 'Ближайшая сессия в 18:00, через 2 ч.');
  assert.equal(said('19:30'), 'На сегодня сессий больше нет.');
  const later = today.add({ days: 1 }).toZonedDateTime({ timeZone: zone, plainTime: '09:30' });
  const words = nextInWords(null, true, later, at('19:30'), zone);
  assert.equal(
    (words.before + words.time + words.after).replaceAll('\u00A0', ' '),
    'На сегодня сессий больше нет. Ближайшая — завтра, четверг, 19 ноября, в 09:30.',
  );
});

test('a shortcut claims nothing before its records are counted', () => {
  const note = (count: number | undefined) => countNote(count, CLIENTS, 'контакты и история', 'пока нет');
  assert.deepEqual([undefined, 0, 2].map(note), ['контакты и история', 'пока нет', '2\u00A0клиента']);
});

test('waiting requests are counted in words', () => {
  assert.equal(requestsInWords(1), 'одна новая заявка ждёт ответа');
  assert.equal(requestsInWords(2), 'две новые заявки ждут ответа');
  assert.equal(requestsInWords(5), 'пять новых заявок ждут ответа');
  assert.equal(requestsInWords(21), '21 новая заявка ждёт ответа');
});

test('the greeting follows the hour and survives a missing name', () => {
  assert.equal(greeting('Елена Рудакова', 14), 'Добрый день, Елена');
  assert.equal(greeting('', 3), 'Доброй ночи');
});
