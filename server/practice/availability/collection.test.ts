import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, settle, onServer } from '#proofs/support/test-server.ts';

const MONDAY = { day_of_week: 1, start_time: '09:00', end_time: '18:00', is_available: true };

onServer((server) => {
  const openSettings = async () => (await server.practitioner()).pb.collection('availability_settings');

  test('AVAIL-01 a weekday is stored with 0 = Sunday and without breaks where none were sent', async () => {
    const settings = await openSettings();
    const sunday = await settings.create({ ...MONDAY, day_of_week: 0 });
    assert.deepEqual([sunday['day_of_week'], sunday['breaks']], [0, []]);
    const breaks = [{ start: '13:00', end: '14:00' }];
    assert.deepEqual((await settings.update(sunday.id, { breaks }))['breaks'], breaks);
  });

  test('AVAIL-01 a weekday without hours is 09:00–18:00 and off', async () => {
    const day = await (await openSettings()).create({ day_of_week: 3 });
    assert.deepEqual([day['start_time'], day['end_time'], day['is_available']], ['09:00', '18:00', false]);
  });

  test('AVAIL-01 a weekday is set once, also by eight calls at once', async () => {
    const settings = await openSettings();
    const { passed, refusals } = await settle(Array.from({ length: 8 }, () => settings.create(MONDAY)));
    assert.equal(passed, 1);
    for (const { codes } of refusals) assert.deepEqual(codes, { day_of_week: 'validation_not_unique' });
    const tuesday = await settings.create({ ...MONDAY, day_of_week: 2 });
    assert.equal((await refusalOf(settings.update(tuesday.id, { day_of_week: 1 }))).status, 400);
  });

  test('AVAIL-01 seven rows are saved in one batch, all or none', async () => {
    const { pb } = await server.practitioner();
    const save = async (endTime: string) => {
      const batch = pb.createBatch();
      for (const day of [0, 1, 2, 3, 4, 5, 6]) {
        const end_time = day === 6 ? endTime : '18:00';
        batch.collection('availability_settings').create({ ...MONDAY, day_of_week: day, end_time });
      }
      return batch.send();
    };
    assert.equal((await refusalOf(save('08:00'))).status, 400);
    assert.equal((await pb.collection('availability_settings').getFullList()).length, 0);
    assert.equal((await save('18:00')).length, 7);
  });

  test('AVAIL-02 an available day that ends before it starts is refused, an off day is not', async () => {
    const settings = await openSettings();
    const upsideDown = { ...MONDAY, start_time: '18:00', end_time: '09:00' };
    assert.deepEqual(Object.keys((await refusalOf(settings.create(upsideDown))).codes), ['end_time']);
    const off = await settings.create({ ...upsideDown, is_available: false });
    assert.deepEqual(Object.keys((await refusalOf(settings.update(off.id, { is_available: true }))).codes), [
      'end_time',
    ]);
  });

  test('AVAIL-02 a change of either end is checked against the other and the breaks', async () => {
    const settings = await openSettings();
    const day = await settings.create({ ...MONDAY, breaks: [{ start: '12:00', end: '13:00' }] });
    const blamed = async (values: object) => Object.keys((await refusalOf(settings.update(day.id, values))).codes);
    assert.deepEqual(await blamed({ start_time: '18:00' }), ['end_time']);
    assert.deepEqual(await blamed({ end_time: '08:00' }), ['end_time']);
    assert.deepEqual(await blamed({ start_time: '12:30' }), ['breaks']);
    assert.deepEqual(await blamed({ start_time: '9:00' }), ['start_time']);
  });

  test('AVAIL-02 times, days and breaks that are none are refused', async () => {
    const settings = await openSettings();
    const fieldsOf = async (values: Record<string, unknown>) =>
      Object.keys((await refusalOf(settings.create({ ...MONDAY, ...values }))).codes);
    assert.deepEqual(await fieldsOf({ start_time: '9:00' }), ['start_time']);
    assert.deepEqual(await fieldsOf({ day_of_week: 7 }), ['day_of_week']);
    assert.deepEqual(await fieldsOf({ day_of_week: undefined }), ['day_of_week']);
    assert.deepEqual(await fieldsOf({ breaks: [{ start: '08:00', end: '09:30' }] }), ['breaks']);
    assert.deepEqual(await fieldsOf({ breaks: 'обед' }), ['breaks']);
  });
});
