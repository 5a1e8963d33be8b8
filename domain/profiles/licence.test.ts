import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkLicence, licenceActive, licenceNotice, licenceStatus, type Licence } from '#domain/profiles/licence.ts';

const NEVER_CHECKED: Licence = { key: '', status: '', verifiedAt: null, expiresAt: null };
const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');

test('PROFILE-03 a key that begins with VALID_ is active for one year', () => {
  assert.deepEqual(checkLicence(NEVER_CHECKED, ' VALID_7 ', NOW), {
    key: 'VALID_7',
    status: 'active',
    verifiedAt: NOW,
    expiresAt: Temporal.Instant.from('2027-11-21T12:00:00Z'),
  });
});

test('PROFILE-03 a year from 29 February ends on 28 February', () => {
  const leapDay = Temporal.Instant.from('2028-02-29T10:00:00Z');
  assert.equal(checkLicence(NEVER_CHECKED, 'VALID_7', leapDay).expiresAt?.toString(), '2029-02-28T10:00:00Z');
});

test('PROFILE-03 any other key is invalid, with the time of the check and no expiry', () => {
  const active = checkLicence(NEVER_CHECKED, 'VALID_7', NOW);
  for (const key of ['', 'valid_7', 'INVALID_7', 'XVALID_7', 'VALID']) {
    assert.deepEqual(checkLicence(active, key, NOW), { key, status: 'invalid', verifiedAt: NOW, expiresAt: null });
  }
});

test('PROFILE-03 an active licence reads expired from the moment its year is over', () => {
  const licence = checkLicence(NEVER_CHECKED, 'VALID_7', NOW);
  const end = licence.expiresAt;
  assert.ok(end);
  assert.equal(licenceStatus(licence, end.subtract({ milliseconds: 1 })), 'active');
  assert.equal(licenceStatus(licence, end), 'expired');
  assert.equal(licenceActive(licence, end), false);
});

test('PROFILE-03 checking the active key again keeps its expiry, another key starts a year', () => {
  const licence = checkLicence(NEVER_CHECKED, 'VALID_7', NOW);
  const later = NOW.add({ hours: 24 * 100 });
  assert.deepEqual(checkLicence(licence, 'VALID_7', later), { ...licence, verifiedAt: later });
  assert.equal(checkLicence(licence, 'VALID_8', later).expiresAt?.toString(), '2028-03-01T12:00:00Z');
});

test('PROFILE-03 an expired key stays expired, another one activates', () => {
  const licence = checkLicence(NEVER_CHECKED, 'VALID_7', NOW);
  const later = NOW.add({ hours: 24 * 400 });
  const again = checkLicence(licence, 'VALID_7', later);
  assert.equal(again.status, 'expired');
  assert.deepEqual(again.expiresAt, licence.expiresAt);
  assert.equal(licenceStatus(checkLicence(again, 'VALID_8', later), later), 'active');
});

test('PROFILE-03 a licence is active only ever within a year of a check of a valid key', () => {
  const step = fc.record({
    key: fc.constantFrom('VALID_7', 'VALID_8', 'wrong', ''),
    hours: fc.integer({ min: 0, max: 24 * 500 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let licence = NEVER_CHECKED;
      let now = NOW;
      for (const { key, hours } of steps) {
        now = now.add({ hours });
        licence = checkLicence(licence, key, now);
        assert.equal(licence.key, key);
        if (!licenceActive(licence, now)) continue;
        assert.ok(key.startsWith('VALID_'));
        const yearAhead = now.toZonedDateTimeISO('UTC').add({ years: 1 }).toInstant();
        assert.ok(licence.expiresAt && Temporal.Instant.compare(licence.expiresAt, yearAhead) <= 0);
        assert.equal(licenceActive(licence, yearAhead), false);
      }
    }),
  );
});

test('PROFILE-02 what was never checked stays so', () => {
  assert.equal(licenceStatus(NEVER_CHECKED, NOW), '');
  assert.equal(licenceActive(NEVER_CHECKED, NOW), false);
});

test('PROFILE-04 a licence is spoken of from 30 days before its end, and from then on always', () => {
  const licence = checkLicence(NEVER_CHECKED, 'VALID_7', NOW);
  const at = licence.expiresAt;
  assert.ok(at);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 * 24 }), (hours) => {
      const now = NOW.add({ hours });
      const left = now.until(at).total('hours');
      const kind = left <= 0 ? 'expired' : 'ending';
      assert.deepEqual(licenceNotice(licence, now), left <= 30 * 24 ? { kind, at } : null);
    }),
  );
  const wrong = checkLicence(licence, 'wrong', NOW);
  for (const silent of [NEVER_CHECKED, wrong]) assert.equal(licenceNotice(silent, NOW.add({ hours: 9000 })), null);
});
