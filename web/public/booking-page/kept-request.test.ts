import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_FORM } from '#web/public/booking-page/booking-form.ts';
import { keptForm, keptTime } from '#web/public/booking-page/kept-request.ts';

const time = { date: '2026-11-19', start: '2026-11-19T12:00:00Z', time: '15:00' };
const typed = { date: time.date, time, name: 'Анна', phone: '+7 916', email: 'anna@', message: 'Плохо сплю' };
const on = (date: string) => Temporal.PlainDate.from(date);

test('PUBLIC-05 what was typed and chosen is there again', () => {
  assert.deepEqual(keptForm(JSON.stringify(typed), on('2026-11-19')), { ...EMPTY_FORM, ...typed });
});

test('a day that is past is not chosen again, what was typed stays', () => {
  const form = keptForm(JSON.stringify(typed), on('2026-11-20'));
  assert.deepEqual(form, { ...EMPTY_FORM, ...typed, date: null, time: null });
});

test('what this page did not write is an empty form', () => {
  for (const text of [null, '', '{', '[]', '7', '{"date":"soon","time":{"start":1},"name":null}']) {
    assert.deepEqual(keptForm(text, on('2026-11-19')), EMPTY_FORM, String(text));
  }
});

test('a request that was sent is shown until its time has come', () => {
  assert.deepEqual(keptTime(time, Temporal.Instant.from('2026-11-19T11:59:59Z')), time);
  assert.equal(keptTime(time, Temporal.Instant.from(time.start)), null);
  assert.equal(keptTime({ ...time, start: 'soon' }, Temporal.Instant.from('2026-11-18T00:00:00Z')), null);
});
