import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LETTER_DEFAULTS } from '#domain/letters/letter.ts';
import { MONEY_DEFAULTS } from '#domain/money/money.ts';
import { PROFILE_DEFAULTS } from '#domain/profiles/profile.ts';
import { profileValues } from '#domain/profiles/profile-values.ts';
import { VISIT_DEFAULTS } from '#domain/visits/visit-rules.ts';

const PROFILE = {
  name: 'Анна',
  time_zone: 'Europe/Moscow',
  accepting: true,
  ask_consent: false,
  names_in_letters: false,
  place_address: '',
  place_link: '',
  messages: {},
  ...MONEY_DEFAULTS,
  ...PROFILE_DEFAULTS,
  ...LETTER_DEFAULTS,
  ...VISIT_DEFAULTS,
};

function refused(change: Record<string, unknown>): string[] {
  const { error } = profileValues.safeParse({ ...PROFILE, ...change });
  return [...new Set((error?.issues ?? []).map((issue) => String(issue.path[0])))];
}

test('PROFILE-01 a name is needed and comes out trimmed', () => {
  assert.deepEqual(refused({ name: '  ' }), ['name']);
  assert.deepEqual(refused({ name: '\u200B' }), ['name']);
  assert.deepEqual(refused({ name: '—' }), ['name']);
  assert.deepEqual(refused({ name: 'и'.repeat(201) }), ['name']);
  assert.equal(profileValues.parse({ ...PROFILE, name: ' Анна ' }).name, 'Анна');
});

test('the defaults are allowed values', () => {
  assert.deepEqual(refused({}), []);
});

test('a zone that does not exist is refused', () => {
  assert.deepEqual(refused({ time_zone: 'Europe/Atlantis' }), ['time_zone']);
  assert.deepEqual(refused({ time_zone: '' }), ['time_zone']);
});

test('rules for visitors are whole numbers within bounds', () => {
  assert.deepEqual(refused({ min_notice_minutes: -1 }), ['min_notice_minutes']);
  assert.deepEqual(refused({ max_days_ahead: 0 }), ['max_days_ahead']);
  assert.deepEqual(refused({ buffer_minutes: 7.5 }), ['buffer_minutes']);
});

test('days off are dates and ranges that begin before they end', () => {
  assert.deepEqual(
    refused({
      days_off: [
        { from: '2026-12-31', to: '2027-01-08' },
        { from: '2026-12-12', to: '2026-12-12' },
      ],
    }),
    [],
  );
  assert.deepEqual(refused({ days_off: [{ from: '2027-01-08', to: '2026-12-31' }] }), ['days_off']);
  assert.deepEqual(refused({ days_off: [{ from: '2026-02-30', to: '2026-03-01' }] }), ['days_off']);
  assert.deepEqual(refused({ days_off: ['2026-12-12'] }), ['days_off']);
});
