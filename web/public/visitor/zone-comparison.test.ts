import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Slot } from '#domain/booking/booking.ts';
import { visitorTime, whoseTime, type Zones, zoneSentence } from '#web/public/visitor/zone-comparison.ts';

/** A slot at a wall time in the practitioner's zone. */
function slotAt(wall: string, zone: string): Slot {
  const zoned = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone);
  return { start: zoned.toInstant().toString(), time: wall.slice(11) };
}

/** The sentence with ordinary spaces. */
const sentence = (slots: Slot[], zones: Zones) => zoneSentence(slots, zones).replaceAll('\u00A0', ' ');

const moscow = (visitor: string | null): Zones => ({ practitioner: 'Europe/Moscow', visitor });

test('PUBLIC-02 a visitor in another zone sees both times', () => {
  const slot = slotAt('2026-11-19T15:00', 'Europe/Moscow');
  assert.deepEqual(visitorTime(slot, moscow('Asia/Yekaterinburg')), { time: 'у\u00A0вас 17:00', date: null });
  assert.deepEqual(visitorTime(slot, moscow('Asia/Kolkata')), { time: 'у\u00A0вас 17:30', date: null });
  assert.equal(sentence([slot], moscow('Asia/Yekaterinburg')), 'По московскому времени. У вас на 2 часа больше');
  assert.equal(sentence([slot], moscow('Asia/Kolkata')), 'По московскому времени. У вас на 2 часа 30 минут больше');
  assert.equal(sentence([slot], moscow('Europe/Kaliningrad')), 'По московскому времени. У вас на 1 час меньше');
});

test('PUBLIC-02 another name of the same time is no difference', () => {
  const slot = slotAt('2026-11-19T15:00', 'Europe/Moscow');
  for (const visitor of ['Europe/Moscow', 'Europe/Minsk', 'Europe/Istanbul', 'Europe/Kirov', null]) {
    assert.equal(visitorTime(slot, moscow(visitor)), null, String(visitor));
    assert.equal(sentence([slot], moscow(visitor)), 'По московскому времени');
  }
});

test('PUBLIC-02 the difference is that of the chosen date, not of today', () => {
  const winter = slotAt('2026-11-19T15:00', 'Europe/Moscow');
  const summer = slotAt('2027-07-19T15:00', 'Europe/Moscow');
  assert.match(sentence([winter], moscow('Europe/Berlin')), /на 2 часа меньше$/);
  assert.match(sentence([summer], moscow('Europe/Berlin')), /на 1 час меньше$/);
  assert.equal(visitorTime(winter, moscow('Europe/Berlin'))?.time, 'у\u00A0вас 13:00');
  assert.equal(visitorTime(summer, moscow('Europe/Berlin'))?.time, 'у\u00A0вас 14:00');
  const zones: Zones = { practitioner: 'Europe/London', visitor: 'Atlantic/Reykjavik' };
  assert.equal(visitorTime(slotAt('2026-11-19T10:00', 'Europe/London'), zones), null);
  assert.equal(visitorTime(slotAt('2026-07-10T10:00', 'Europe/London'), zones)?.time, 'у\u00A0вас 09:00');
});

test('PUBLIC-02 where the visitor has another day already or still, the date is said', () => {
  const evening = slotAt('2026-11-19T17:30', 'Europe/Moscow');
  assert.deepEqual(visitorTime(evening, moscow('Asia/Vladivostok')), { time: 'у\u00A0вас 00:30', date: '20 ноября' });
  const morning = slotAt('2026-12-01T09:00', 'Asia/Kamchatka');
  const zones: Zones = { practitioner: 'Asia/Kamchatka', visitor: 'Europe/Moscow' };
  assert.deepEqual(visitorTime(morning, zones), { time: 'у\u00A0вас 00:00', date: null });
  assert.deepEqual(visitorTime(slotAt('2026-12-01T08:30', 'Asia/Kamchatka'), zones), {
    time: 'у\u00A0вас 23:30',
    date: '30 ноября',
  });
});

test('PUBLIC-02 on a day when a clock is changed no single difference is claimed', () => {
  const slots = [slotAt('2026-11-01T08:30', 'Europe/Moscow'), slotAt('2026-11-01T09:30', 'Europe/Moscow')];
  const zones = moscow('America/New_York');
  assert.equal(sentence(slots, zones), 'По московскому времени. У вас время другое');
  assert.equal(visitorTime(slots[0] ?? assert.fail(), zones)?.time, 'у\u00A0вас 01:30');
  assert.equal(visitorTime(slots[1] ?? assert.fail(), zones)?.time, 'у\u00A0вас 01:30');
});

test('a zone without a Russian adjective is called by its place', () => {
  const zones: Zones = { practitioner: 'Asia/Kathmandu', visitor: 'Asia/Kathmandu' };
  assert.equal(sentence([slotAt('2026-11-19T15:00', 'Asia/Kathmandu')], zones), 'По местному времени (Непал)');
});

test('PUBLIC-02 what the visitor reads is the same moment, in any two zones', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const minutes = fc.integer({ min: 0, max: 5 * 365 * 24 * 2 }).map((halfHours) => halfHours * 30);
  fc.assert(
    fc.property(zone, zone, minutes, (practitioner, visitor, after) => {
      const start = Temporal.Instant.from('2026-01-01T00:00:00Z').add({ minutes: after });
      const there = start.toZonedDateTimeISO(practitioner);
      const slot = { start: start.toString(), time: there.toPlainTime().toString({ smallestUnit: 'minute' }) };
      const own = visitorTime(slot, { practitioner, visitor });
      const here = start.toZonedDateTimeISO(visitor);
      const clock = here.toPlainTime().toString({ smallestUnit: 'minute' });
      assert.equal(own === null, here.offset === there.offset);
      if (own) assert.equal(own.time, `у\u00A0вас ${clock}`);
      assert.equal(whoseTime(slot, { practitioner, visitor }) === null, own === null);
      if (own) assert.equal(own.date === null, here.toPlainDate().equals(there.toPlainDate()));
      assert.ok(zoneSentence([slot], { practitioner, visitor }).length > 0);
    }),
  );
});
