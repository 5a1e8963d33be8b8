import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_TEXT } from '#domain/clients/client.ts';
import { AVAILABILITY_TEXT } from '#domain/availability/weekly-hours.ts';
import { VISIT_DEFAULTS } from '#domain/visits/visit-rules.ts';
import {
  type HoursForm,
  hoursForm,
  HOURS_RULES,
  isHoursFields,
  savedHours,
} from '#web/practice/availability/hours-form.ts';
import { withRow } from '#web/practice/availability/rules-form.ts';
import { completeFields } from '#web/practice/record-form/changed-fields.ts';

const TODAY = Temporal.PlainDate.from('2026-11-21');
const monday = { day_of_week: 1, start_time: '09:00', end_time: '18:00', is_available: true, breaks: [] };
const stored = {
  week: [{ id: 'monday000000000', ...monday }],
  profile: {
    id: 'profile00000000',
    min_notice_minutes: 120,
    max_days_ahead: 60,
    buffer_minutes: 15,
    ...VISIT_DEFAULTS,
    days_off: [
      { from: '2026-12-30', to: '2027-01-08' },
      { from: '2026-07-01', to: '2026-07-14' },
    ],
  },
};
const form = hoursForm(stored, TODAY);
const saved = (typed: Partial<HoursForm>) =>
  completeFields<HoursForm>({ rules: HOURS_RULES }, { ...form, ...typed }, form);

test('what is typed in another way, is empty or is over is no change', () => {
  const { changes, errors } = saved({ day_1: { ...monday, start_time: '9' }, days_off: withRow(form.days_off) });
  assert.deepEqual([changes, errors], [{}, {}]);
});

test('AVAIL-03 AVAIL-04 changed days and rules are sent, and the days that were never stored, as they are shown', () => {
  const tuesday = { ...monday, day_of_week: 2, end_time: '1730' };
  const days_off = [...form.days_off, { key: 7, from: '2026-12-01', to: '' }];
  const { changes } = saved({ day_1: { ...monday, is_available: false }, day_2: tuesday, buffer_minutes: 0, days_off });
  const never = [3, 4, 5, 6, 0].map((day_of_week) => ({ ...monday, day_of_week, is_available: false, id: null }));
  assert.deepEqual(savedHours(changes, stored, TODAY), {
    days: [
      { ...monday, is_available: false, id: 'monday000000000' },
      { ...tuesday, end_time: '17:30', id: null },
      ...never,
    ],
    rules: {
      buffer_minutes: 0,
      days_off: [
        { from: '2026-07-01', to: '2026-07-14' },
        { from: '2026-12-01', to: '2026-12-01' },
        { from: '2026-12-30', to: '2027-01-08' },
      ],
    },
  });
});

test('AVAIL-04 of a week that is stored whole only the changed day is sent: another tab may have changed the rest', () => {
  const week = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ ...monday, day_of_week, id: `day${day_of_week}` }));
  const { days } = savedHours(
    { day_0: { ...monday, day_of_week: 0, is_available: false } },
    { ...stored, week },
    TODAY,
  );
  assert.deepEqual(days, [{ ...monday, day_of_week: 0, is_available: false, id: 'day0' }]);
});

test('AVAIL-02 a day or a range that cannot be saved says why', () => {
  const days_off = [{ key: 0, from: '2026-12-05', to: '2026-12-01' }];
  assert.deepEqual(saved({ day_1: { ...monday, end_time: '08:00' }, days_off }).errors, {
    day_1: AVAILABILITY_TEXT.endBeforeStart,
    days_off: 'Конец раньше начала',
  });
});

test('VISIT-02 changed rules of a visit are sent alone, and half a phone says why it is not', () => {
  const { changes } = saved({
    cancel_hours: 48,
    max_moves: 0,
    late_cancel: 'note',
    public_phone: ' +7 495 000-00-00 ',
  });
  assert.deepEqual(savedHours(changes, stored, TODAY).rules, {
    cancel_hours: 48,
    max_moves: 0,
    late_cancel: 'note',
    public_phone: '+7 495 000-00-00',
  });
  assert.deepEqual(saved({ public_phone: '+7' }).errors, { public_phone: CLIENT_TEXT.phoneTooShort });
  assert.deepEqual(saved({ public_phone: '' }).errors, {});
  assert.ok(isHoursFields({ public_phone: '+7' }), 'half a phone is kept across a reload');
});

test('a draft holds days and rules and nothing else', () => {
  assert.ok(isHoursFields({ day_0: { ...monday, start_time: '9' }, days_off: withRow([]) }));
  assert.ok(!isHoursFields({ day_0: 'Выходной' }));
});

test('AVAIL-02 a save leaves past days off as they are, also those of more than the profile holds that are newest', () => {
  const past = [2020, 2014, 2025].map((year) => ({ from: `${year}-07-01`, to: `${year}-07-14` }));
  const ahead = { from: '2030-12-30', to: '2031-01-08' };
  const profile = { ...stored.profile, days_off: [...past, ahead] };
  const rows = hoursForm({ ...stored, profile }, TODAY).days_off;
  assert.deepEqual(rows, [{ key: 0, ...ahead }]);
  const changes = { days_off: [...rows, { key: 1, from: '2031-02-20', to: '' }] };
  const { rules } = savedHours(changes, { ...stored, profile }, TODAY);
  assert.deepEqual(
    rules.days_off?.map(({ from }) => from.slice(0, 4)),
    ['2014', '2020', '2025', '2030', '2031'],
  );
  const many = Array.from({ length: 365 }, (_, key) => ({ key, from: '2031-02-20', to: '' }));
  const kept = savedHours({ days_off: many }, { ...stored, profile }, TODAY).rules.days_off;
  assert.deepEqual([kept?.length, kept?.[0]?.from], [366, '2025-07-01']);
});

test('AVAIL-02 what is no date is said, whichever end it is, and never taken for a single day', () => {
  for (const row of [
    { from: '31.11.2026', to: '' },
    { from: '2030-12-30', to: '31.11.2030' },
    { from: '', to: 'завтра' },
  ]) {
    assert.deepEqual(saved({ days_off: [{ key: 0, ...row }] }).errors, { days_off: 'Такой даты нет' });
  }
});
