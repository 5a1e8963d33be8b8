import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LETTER_DEFAULTS } from '#domain/letters/letter.ts';
import {
  type LettersForm,
  LETTERS_RULES,
  reminderChoices,
  showQuiet,
  showReminder,
} from '#web/account/profile/letters/letters-form.ts';
import { completeFields } from '#web/practice/record-form/changed-fields.ts';

const saved = (typed: Partial<LettersForm>) =>
  completeFields<LettersForm>({ rules: LETTERS_RULES }, { ...LETTER_DEFAULTS, ...typed }, LETTER_DEFAULTS);

test('LETTER-03 the time of the reminder is one of seven, in the right forms', () => {
  assert.deepEqual(
    reminderChoices(24).map(({ label }) => label.replaceAll('\u00A0', ' ')),
    ['2 часа', '3 часа', '6 часов', '12 часов', '24 часа', '48 часов', '72 часа'].map((of) => `За ${of} до встречи`),
  );
  assert.equal(showReminder(1), 'За\u00A01\u00A0час до\u00A0встречи');
  assert.equal(reminderChoices(5)[2]?.value, '5', 'a number that a program stored can be seen');
});

test('LETTER-03 quiet hours are typed in any form, and a time that is none says so', () => {
  assert.deepEqual(saved({ quiet_from: '22', quiet_to: '830' }).changes, { quiet_from: '22:00', quiet_to: '08:30' });
  assert.deepEqual(saved({ quiet_from: '21.00', quiet_to: '9' }).changes, {}, 'the same in another form');
  assert.deepEqual(saved({ quiet_to: '25:00' }).errors, { quiet_to: 'Время в\u00A0виде 21:00' });
  assert.match(showQuiet({ quiet_from: '9', quiet_to: '09:00' }), /в\u00A0любое время/);
  assert.match(showQuiet(LETTER_DEFAULTS), /^По\u00A0времени клиента, если оно известно/);
});

test('LETTER-03 a name that gives away the occupation is refused under its field', () => {
  assert.match(saved({ sender_name: 'Анна, психотерапевт' }).errors.sender_name ?? '', /без названия занятия/);
  assert.deepEqual(saved({ sender_name: ' Анна  ' }).changes, { sender_name: 'Анна' });
});
