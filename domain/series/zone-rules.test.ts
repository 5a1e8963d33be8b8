import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentOn } from '#domain/series/occurrences.ts';
import { agree, instantBy, readZoneRules } from '#domain/series/zone-rules.ts';
import { clockChanges } from '#domain/testing/clock-changes.ts';

const FROM = Temporal.Instant.from('2026-11-21T09:00:00Z');

test('SERIES-03 rules that were remembered give the instants that they gave, around every clock change', () => {
  const zones = new Map<string, ReturnType<typeof readZoneRules>>();
  for (const { timeZone, at } of clockChanges(2027, 2037)) {
    const rules = zones.get(timeZone) ?? readZoneRules(timeZone, FROM);
    zones.set(timeZone, rules);
    const local = at.toZonedDateTimeISO(timeZone).toPlainDateTime();
    for (const minutes of [-90, -30, -1, 0, 30, 90, 900]) {
      const wall = local.add({ minutes });
      const { startMs } = momentOn(wall.toPlainDate(), wall.toPlainTime(), timeZone);
      assert.equal(instantBy(rules, wall), startMs, `${timeZone} ${wall.toString()}`);
    }
  }
  assert.ok(zones.size > 50);
});

test('SERIES-03 rules agree where they say the same of what lies ahead, whenever they were read', () => {
  const later = FROM.add({ hours: 24 * 400 });
  const nowMs = later.epochMilliseconds;
  for (const zone of ['Europe/Berlin', 'Europe/Moscow', 'UTC']) {
    assert.ok(agree(readZoneRules(zone, FROM), readZoneRules(zone, later), nowMs), zone);
  }
  assert.ok(!agree(readZoneRules('Asia/Yerevan', FROM), readZoneRules('Europe/Moscow', later), nowMs));
  assert.ok(!agree(readZoneRules('Africa/Lagos', FROM), readZoneRules('Europe/Berlin', later), nowMs));
});
