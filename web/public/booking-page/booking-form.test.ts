import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type BookingForm,
  type BookingFormAction,
  bookingFormReducer,
  EMPTY_FORM,
  firstField,
  looksUnfinished,
  missingFields,
  mistypedEmail,
  phoneDoubt,
  requestOf,
  roomLeft,
  tooLongFields,
} from '#web/public/booking-page/booking-form.ts';
import type { OfferedTime } from '#web/public/visitor/free-time.ts';

const time: OfferedTime = { date: '2026-11-19', start: '2026-11-19T12:00:00Z', time: '15:00' };
const after = (...actions: BookingFormAction[]) => actions.reduce(bookingFormReducer, EMPTY_FORM);

const filled: BookingForm = {
  ...EMPTY_FORM,
  date: time.date,
  time,
  name: ' Анна Ковальчук ',
  phone: ' 8 916 204-18-35 ',
  email: ' ',
  message: '  ',
};

test('PUBLIC-05 date, time, name and phone are required, the message is not', () => {
  assert.deepEqual(missingFields(EMPTY_FORM, null), {
    date: 'Выберите дату',
    name: 'Укажите имя',
    phone: 'Укажите телефон',
  });
  assert.deepEqual(missingFields({ ...filled, time: null }, null), { time: 'Выберите время' });
  assert.deepEqual(missingFields({ ...filled, name: '   ', phone: '\t' }, null), {
    name: 'Укажите имя',
    phone: 'Укажите телефон',
  });
  assert.deepEqual(missingFields(filled, null), {});
});

test('PUBLIC-05 the first missing field is the first on the page', () => {
  assert.equal(firstField(missingFields(EMPTY_FORM, null)), 'date');
  assert.equal(firstField({ message: '…', name: '…' }), 'name');
  assert.equal(firstField({}), null);
});

test('PUBLIC-05 name and phone are sent trimmed, an empty message not at all', () => {
  assert.deepEqual(requestOf(filled, time, 'Asia/Yekaterinburg'), {
    start: '2026-11-19T12:00:00Z',
    name: 'Анна Ковальчук',
    phone: '8 916 204-18-35',
    timeZone: 'Asia/Yekaterinburg',
  });
  assert.deepEqual(requestOf({ ...filled, message: ' Плохо сплю \n' }, time, null), {
    start: '2026-11-19T12:00:00Z',
    name: 'Анна Ковальчук',
    phone: '8 916 204-18-35',
    message: 'Плохо сплю',
  });
});

test('PUBLIC-05 what no database keeps is sent with a mark in its place, in every text', () => {
  const broken = { ...filled, name: 'Анна\0 Ким', phone: '8 916\uD83D 204', message: 'Сплю\0плохо' };
  const { name, phone, message } = requestOf(broken, time, null);
  assert.deepEqual([name, phone, message], ['Анна\uFFFD Ким', '8 916\uFFFD 204', 'Сплю\uFFFDплохо']);
});

test('LETTER-01 an address is optional, sent trimmed, and refused where no letter would reach it', () => {
  const withEmail = (email: string) => ({ ...filled, email });
  for (const email of ['', '  ', ' anna@example.ru ', '4@почта.рф']) {
    assert.deepEqual(mistypedEmail(withEmail(email)), {}, email);
  }
  for (const email of ['anna', 'anna@', 'anna@example', 'anna@example,ru', 'anna @example.ru', 'a@b.ru, c@d.ru']) {
    assert.deepEqual(Object.keys(mistypedEmail(withEmail(email))), ['email'], email);
  }
  assert.equal(requestOf(withEmail(' anna@example.ru '), time, null).email, 'anna@example.ru');
  assert.ok(!('email' in requestOf(filled, time, null)));
  assert.deepEqual(Object.keys(tooLongFields(withEmail(`${'a'.repeat(250)}@b.ru`))), ['email']);
});

test('a text that the server would refuse is named and not cut', () => {
  assert.deepEqual(tooLongFields({ ...filled, message: 'я'.repeat(2000) }), {});
  assert.deepEqual(tooLongFields({ ...filled, message: 'я'.repeat(2001) }), {
    message: 'Не\u00A0длиннее 2000 символов, сейчас 2001',
  });
  assert.deepEqual(Object.keys(tooLongFields({ ...filled, name: 'я'.repeat(201), phone: '1'.repeat(51) })), [
    'name',
    'phone',
  ]);
});

test('PUBLIC-04 losing the time keeps everything that was typed', () => {
  const form = after(
    { type: 'typed', field: 'name', text: 'Анна' },
    { type: 'typed', field: 'phone', text: '+7 916' },
    { type: 'typed', field: 'message', text: 'Плохо сплю' },
    { type: 'time chosen', time },
    { type: 'time lost', time },
  );
  assert.deepEqual(form, {
    ...EMPTY_FORM,
    date: time.date,
    name: 'Анна',
    phone: '+7 916',
    message: 'Плохо сплю',
    lost: time,
  });
  const other = { ...time, date: '2026-11-20', start: '2026-11-20T12:00:00Z' };
  const chosen = bookingFormReducer(form, { type: 'time chosen', time: other });
  assert.deepEqual([chosen.date, chosen.time, chosen.lost], ['2026-11-20', other, null]);
});

test('another date gives up the time that was chosen on the first', () => {
  const form = after({ type: 'time chosen', time }, { type: 'date chosen', date: '2026-11-20' });
  assert.deepEqual([form.date, form.time], ['2026-11-20', null]);
});

test('PUBLIC-05 a field that is being corrected loses its mark, the others keep theirs', () => {
  const refused = after({ type: 'refused', errors: missingFields(EMPTY_FORM, null) });
  const typing = bookingFormReducer(refused, { type: 'typed', field: 'name', text: 'А' });
  assert.deepEqual(Object.keys(typing.errors), ['date', 'phone']);
  const dated = bookingFormReducer(typing, { type: 'date chosen', date: '2026-11-19' });
  assert.deepEqual(Object.keys(dated.errors), ['phone']);
});

test('how much of a message still fits is shown near its end', () => {
  assert.equal(roomLeft('а'.repeat(1799)), null);
  assert.equal(roomLeft('а'.repeat(1850))?.replace('\u00A0', ' '), '1850 из 2000 символов');
  assert.equal(roomLeft('а'.repeat(2001)), null);
});

test('PUBLIC-05 a number that cannot be called is doubted once, and then sent as it is', () => {
  assert.deepEqual(phoneDoubt(filled), {});
  const doubt = phoneDoubt({ ...filled, phone: 'нет' });
  assert.deepEqual(Object.keys(doubt), ['phone']);
  const doubted = bookingFormReducer({ ...filled, phone: 'нет' }, { type: 'refused', errors: doubt });
  assert.deepEqual(phoneDoubt(doubted), {});
  const other = bookingFormReducer(doubted, { type: 'typed', field: 'phone', text: '12345' });
  assert.deepEqual(Object.keys(phoneDoubt(other)), ['phone']);
});

test('a number that seems cut off is remarked on, whatever its form', () => {
  for (const phone of ['8 916 204', '+7 (916', 'позвоните мне']) assert.ok(looksUnfinished(phone), phone);
  for (const phone of ['', '8 916 204 18 35', '+7 (916) 204-18-35', '9162041835', '+49 30 901820 99']) {
    assert.ok(!looksUnfinished(phone), phone);
  }
});

test('CONSENT-02 a tick agrees to the text that is shown, and to no later one', () => {
  const consent = 'Нужно согласие на\u00A0обработку персональных данных';
  const agreed = { ...filled, consent: 'a' };
  assert.deepEqual(missingFields(filled, { id: 'a' }), { consent });
  assert.deepEqual(missingFields(agreed, { id: 'a' }), {});
  assert.deepEqual(missingFields(agreed, { id: 'b' }), { consent });
  assert.deepEqual(missingFields(agreed, null), {});
  assert.equal(requestOf(agreed, time, null).consent, 'a');
  assert.ok(!('consent' in requestOf(filled, time, null)));
  assert.equal(firstField({ consent, message: 'Не\u00A0длиннее' }), 'message');
});
