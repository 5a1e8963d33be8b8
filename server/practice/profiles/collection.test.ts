import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordModel } from 'pocketbase';
import { NOON, refusalOf, type TestPractitioner, onServer } from '#proofs/support/test-server.ts';

onServer((server) => {
  const profileOf = ({ pb, owner }: TestPractitioner) =>
    pb.collection('profiles').getFirstListItem(pb.filter('user = {:owner}', { owner }));
  const check = ({ pb }: Pick<TestPractitioner, 'pb'>, licence_key: unknown): Promise<RecordModel> =>
    pb.send('/api/profiles/check-licence', { method: 'POST', body: { licence_key } });
  const licence = (profile: RecordModel) =>
    ['license_key', 'license_status', 'license_verified_at', 'license_expires_at'].map((field) => profile[field]);

  test('PROFILE-03 a valid key is active for one year', async () => {
    const practitioner = await server.practitioner();
    const active = ['VALID_7', 'active', '2026-11-21 09:00:00.000Z', '2027-11-21 09:00:00.000Z'];
    assert.deepEqual(licence(await check(practitioner, ' VALID_7 ')), active);
    assert.deepEqual(licence(await profileOf(practitioner)), active);
  });

  test('PROFILE-03 the status depends on the time, so no list is filtered or sorted by it', async () => {
    const { pb } = await server.practitioner();
    for (const options of [{ filter: "license_status = 'active'" }, { sort: '-license_status' }]) {
      assert.equal((await refusalOf(pb.collection('profiles').getList(1, 1, options))).status, 400);
    }
  });

  test('PROFILE-03 any other key is invalid, with the time of the check', async () => {
    const practitioner = await server.practitioner();
    await check(practitioner, 'VALID_7');
    assert.deepEqual(licence(await check(practitioner, 'ключ')), ['ключ', 'invalid', '2026-11-21 09:00:00.000Z', '']);
  });

  test('PROFILE-03 an active licence reads expired by itself, and checking its key again does not revive it', async () => {
    const practitioner = await server.practitioner();
    await check(practitioner, 'VALID_7');
    try {
      server.clock.now = Temporal.Instant.from('2027-11-21T08:59:59.999Z');
      const later = await server.signIn(practitioner);
      assert.equal((await profileOf(later))['license_status'], 'active');
      server.clock.now = Temporal.Instant.from('2027-11-21T09:00:00Z');
      assert.equal((await profileOf(later))['license_status'], 'expired');
      assert.equal((await check(later, 'VALID_7'))['license_status'], 'expired');
      assert.equal((await check(later, 'VALID_8'))['license_status'], 'active');
    } finally {
      server.clock.now = NOON;
    }
  });

  test('PROFILE-03 a licence, the booking hash and the owner are never written directly', async () => {
    const practitioner = await server.practitioner();
    const neighbour = await server.practitioner();
    const stored = await profileOf(practitioner);
    for (const [field, value] of Object.entries({
      license_status: 'active',
      license_expires_at: '2099-01-01 00:00:00.000Z',
      license_verified_at: '2026-01-01 00:00:00.000Z',
      license_key: 'VALID_7',
      booking_hash: 'chosen',
      user: neighbour.owner,
    })) {
      const refusal = await refusalOf(
        practitioner.pb.collection('profiles').update(stored.id, { name: 'X', [field]: value }),
      );
      assert.deepEqual([refusal.status, Object.keys(refusal.codes)], [400, [field]], field);
    }
    assert.deepEqual(await profileOf(practitioner), stored);
  });

  test('PROFILE-03 sending back what is stored is no attempt', async () => {
    const practitioner = await server.practitioner();
    await check(practitioner, 'VALID_7');
    const profile = await profileOf(practitioner);
    const saved = await practitioner.pb.collection('profiles').update(profile.id, { ...profile, name: 'Анна Белова' });
    assert.equal(saved['name'], 'Анна Белова');
    assert.deepEqual(licence(saved), licence(profile));
  });

  test('PROFILE-03 a key is sent by its practitioner alone and is a text', async () => {
    const practitioner = await server.practitioner();
    assert.equal((await refusalOf(check({ pb: server.visitor() }, 'VALID_7'))).status, 401);
    for (const key of ['', '  ', 7, null, undefined, ['VALID_7'], 'V'.repeat(201), 'VALID_\0']) {
      const refusal = await refusalOf(check(practitioner, key));
      assert.deepEqual([refusal.status, Object.keys(refusal.codes)], [400, ['licence_key']], String(key));
    }
  });

  test('PROFILE-01 the name is written to profile and account together', async () => {
    const practitioner = await server.practitioner();
    const { id } = await profileOf(practitioner);
    await practitioner.pb.collection('profiles').update(id, { name: ' Анна Белова ' });
    const account = await practitioner.pb.collection('users').getOne(practitioner.owner);
    assert.deepEqual([(await profileOf(practitioner))['name'], account['name']], ['Анна Белова', 'Анна Белова']);
    const refusal = await refusalOf(practitioner.pb.collection('profiles').update(id, { name: ' ' }));
    assert.deepEqual(refusal.codes, { name: 'validation_required' });
  });

  test('PROFILE-01 zone and rules for visitors are checked and stored', async () => {
    const practitioner = await server.practitioner();
    const { id } = await profileOf(practitioner);
    const profiles = practitioner.pb.collection('profiles');
    const rules = {
      time_zone: 'Asia/Omsk',
      min_notice_minutes: 120,
      max_days_ahead: 60,
      buffer_minutes: 15,
      days_off: [{ from: '2026-12-31', to: '2027-01-08' }],
    };
    const saved = await profiles.update(id, rules);
    assert.deepEqual(Object.fromEntries(Object.keys(rules).map((field) => [field, saved[field]])), rules);
    for (const [field, value] of Object.entries({
      time_zone: 'Europe/Atlantis',
      min_notice_minutes: -1,
      max_days_ahead: 0,
      buffer_minutes: 1.5,
      days_off: [{ from: '2027-01-08', to: '2026-12-31' }],
    })) {
      assert.deepEqual(Object.keys((await refusalOf(profiles.update(id, { [field]: value }))).codes), [field]);
    }
  });

  test('PROFILE-01 a profile is never created or deleted by itself', async () => {
    const practitioner = await server.practitioner();
    const { id } = await profileOf(practitioner);
    const own = { user: practitioner.owner, name: 'Анна', booking_hash: 'chosen' };
    for (const pb of [practitioner.pb, server.visitor()]) {
      for (const body of [own, {}, { user: practitioner.owner }]) {
        const refusal = await refusalOf(pb.collection('profiles').create(body));
        assert.deepEqual([refusal.status, refusal.codes], [400, { user: 'validation_not_unique' }]);
      }
    }
    assert.equal((await refusalOf(practitioner.pb.collection('profiles').delete(id))).status, 403);
  });

  test('PUBLIC-03 a visitor finds a profile by its exact hash and sees four fields of it', async () => {
    const practitioner = await server.practitioner();
    const { id, name } = await profileOf(practitioner);
    const { bookingHash, owner } = practitioner;
    const profiles = server.visitor().collection('profiles');
    const found = await profiles.getFirstListItem(`booking_hash = "${bookingHash}"`);
    assert.deepEqual({ ...found }, { id, user: owner, name, booking_hash: bookingHash });
    for (const filter of [
      '',
      `booking_hash ~ "${bookingHash.slice(0, 5)}"`,
      `booking_hash >= "${bookingHash}"`,
      `booking_hash != ""`,
      `booking_hash = "${bookingHash}" || id != ""`,
      `user = "${owner}"`,
      `booking_hash = booking_hash`,
    ]) {
      assert.equal((await profiles.getList(1, 30, { filter })).items.length, 0, filter);
    }
    assert.equal((await refusalOf(profiles.getOne(id))).status, 404);
  });
});
