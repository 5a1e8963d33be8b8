import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counterText, hasLicence } from '#web/practice/clients/client-counter.ts';

const now = Temporal.Instant.from('2026-11-18T10:00:00Z');

test('CLIENT-03 the counter names the limit without a licence, the plural with one', () => {
  assert.equal(counterText(1, 0, false), '1/3 клиентов');
  assert.equal(counterText(25, 0, false), '25/3 клиентов');
  assert.equal(counterText(21, 0, true), '21 клиент (лицензия активна)');
  assert.equal(counterText(24, 0, true), '24 клиента (лицензия активна)');
  assert.equal(counterText(600, 284, true), '316 клиентов, в\u00A0архиве 284 (лицензия активна)');
  assert.equal(counterText(4, 2, false), '4/3 клиентов');
  assert.equal(counterText(25, 0, true), '25 клиентов (лицензия активна)');
});

test('CLIENT-03 a licence lifts the limit until its year is over', () => {
  const profile = (license_expires_at: string) => ({ license_status: 'active' as const, license_expires_at });
  assert.ok(hasLicence(profile('2026-11-18 10:00:00.001Z'), now));
  assert.ok(!hasLicence(profile('2026-11-18 10:00:00.000Z'), now));
  assert.ok(!hasLicence({ license_status: '', license_expires_at: '' }, now));
});
