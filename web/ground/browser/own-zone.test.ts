import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ownZone } from '#web/ground/browser/own-zone.ts';

function reports(t: TestContext, timeZone: string, language: string): string | null {
  t.mock.method(Intl.DateTimeFormat.prototype, 'resolvedOptions', () => ({ timeZone }));
  t.mock.getter(navigator, 'language', () => language);
  const zone = ownZone();
  t.mock.restoreAll();
  return zone;
}

test('PUBLIC-02 AUTH-01 a zone that a Russian browser makes up is none, and so is one that is unknown here', (t) => {
  for (const zone of ['UTC', 'Etc/UTC', 'Etc/GMT+3', 'Atlantic/Reykjavik']) {
    assert.equal(reports(t, zone, 'ru-RU'), null, zone);
    assert.equal(reports(t, zone, 'is-IS'), zone);
  }
  assert.equal(reports(t, 'Asia/Omsk', 'ru'), 'Asia/Omsk');
  assert.equal(reports(t, 'Mars/Olympus', 'ru'), null);
});
