import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOOKING_STATUS_LABEL } from '#domain/booking/booking.ts';
import { visit } from '#domain/booking/visit.ts';

const REQUEST = { name: 'Мария', phone: '+7 999 123-45-67', message: '', time_zone: '', date: '2026-11-23T06:00:00Z' };

function refused(change: Partial<typeof REQUEST>): Record<string, string> {
  const { error } = visit.safeParse({ ...REQUEST, ...change });
  return Object.fromEntries((error?.issues ?? []).map((issue) => [String(issue.path[0]), issue.message]));
}

test('PUBLIC-05 name and phone are needed and come out trimmed', () => {
  const incomplete = 'Пожалуйста, заполните все обязательные поля';
  assert.deepEqual(refused({ name: ' ', phone: '\t' }), { name: incomplete, phone: incomplete });
  const values = visit.parse({ ...REQUEST, name: ' Мария ', phone: ' 8 999 ', message: ' Здравствуйте ' });
  assert.deepEqual([values.name, values.phone, values.message], ['Мария', '8 999', 'Здравствуйте']);
});

test('PUBLIC-05 what cannot be seen is no name and no phone', () => {
  const incomplete = 'Пожалуйста, заполните все обязательные поля';
  assert.deepEqual(refused({ name: '\u200B\u200B', phone: '\u200B' }), { name: incomplete, phone: incomplete });
  assert.deepEqual(Object.keys(refused({ name: '...', phone: '+' })), ['name', 'phone']);
});

test('PUBLIC-05 over-long texts are refused', () => {
  const tooLong = { name: 'и'.repeat(201), phone: '1'.repeat(51), message: 'о'.repeat(2001) };
  assert.deepEqual(Object.keys(refused(tooLong)), ['name', 'phone', 'message']);
});

test('a visitor’s zone is a zone or not named at all', () => {
  assert.deepEqual(refused({ time_zone: 'Europe/Berlin' }), {});
  assert.deepEqual(Object.keys(refused({ time_zone: 'Europe/Atlantis' })), ['time_zone']);
});

test('BOOK-01 the labels are those of the specification', () => {
  assert.deepEqual(BOOKING_STATUS_LABEL, { pending: 'Ожидает', confirmed: 'Подтверждена', cancelled: 'Отклонена' });
});
