import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VISIT_DEFAULTS } from '#domain/visits/visit-rules.ts';
import { showLead, showMoves } from '#web/practice/availability/visit-words.ts';
import {
  dayOffProblem,
  daysOffOf,
  rulesForm,
  showAhead,
  showBuffer,
  showDayOff,
  showDaysOff,
  showNotice,
} from '#web/practice/availability/rules-form.ts';

const TODAY = Temporal.PlainDate.from('2026-11-21');
const stored = {
  min_notice_minutes: 120,
  max_days_ahead: 60,
  buffer_minutes: 15,
  ...VISIT_DEFAULTS,
  days_off: [
    { from: '2026-12-30', to: '2027-01-08' },
    { from: '2026-11-23', to: '2026-11-23' },
    { from: '2026-07-01', to: '2026-07-14' },
  ],
};

test('days off come in order, a single one as one date, those that are over not at all', () => {
  const form = rulesForm(stored, TODAY);
  assert.deepEqual(
    form.days_off.map(({ from, to }) => [from, to]),
    [
      ['2026-11-23', ''],
      ['2026-12-30', '2027-01-08'],
    ],
  );
  assert.deepEqual(daysOffOf(form.days_off), [
    { from: '2026-11-23', to: '2026-11-23' },
    { from: '2026-12-30', to: '2027-01-08' },
  ]);
  assert.equal(showDaysOff(form.days_off), '23.11.2026, 30.12.2026–08.01.2027');
});

test('a row names the weekdays of its days', () => {
  assert.equal(showDayOff({ key: 0, from: '2026-12-04', to: '' }), 'Пятница');
  assert.equal(showDayOff({ key: 0, from: '2026-12-04', to: '2026-12-06' }), 'Пятница\u00A0– воскресенье, 3\u00A0дня');
  assert.equal(showDayOff({ key: 0, from: '', to: '2026-12-06' }), '');
});

test('a range that ends before it begins, or has no beginning, is not saved', () => {
  const row = { key: 0, from: '2026-12-05', to: '2026-12-01' };
  assert.deepEqual(dayOffProblem(row), { field: 'to', text: 'Конец раньше начала' });
  assert.deepEqual(dayOffProblem({ ...row, from: '' }), { field: 'from', text: 'Укажите первый день' });
  assert.equal(dayOffProblem({ ...row, to: '' }), null);
});

test('VISIT-02 limits of cancelling and moving are shown in the right forms', () => {
  assert.equal(showLead(0), 'До\u00A0начала встречи');
  assert.deepEqual([1, 2, 24, 48, 168].map(showLead), [
    'Не\u00A0позже чем за\u00A01\u00A0час',
    'Не\u00A0позже чем за\u00A02\u00A0часа',
    'Не\u00A0позже чем за\u00A024\u00A0часа',
    'Не\u00A0позже чем за\u00A048\u00A0часов',
    'Не\u00A0позже чем за\u00A07\u00A0дней',
  ]);
  assert.deepEqual([0, 1, 2, 5].map(showMoves), ['Без\u00A0переносов', '1\u00A0раз', '2\u00A0раза', '5\u00A0раз']);
});

test('lengths are shown in the largest unit that fits', () => {
  assert.equal(showNotice(0), 'В\u00A0любой момент');
  assert.equal(showNotice(120), 'Не\u00A0позже чем за\u00A02\u00A0часа');
  assert.equal(showNotice(90), 'Не\u00A0позже чем за\u00A090\u00A0минут');
  assert.equal(showNotice(1440), 'Не\u00A0позже чем за\u00A01\u00A0день');
  assert.equal(showAhead(180), 'На\u00A0180\u00A0дней вперёд');
  assert.equal(showBuffer(0), 'Без\u00A0перерыва');
});
