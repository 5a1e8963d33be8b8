import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LARGE, largePractice } from '#demo/large-practice.ts';
import { OLD, oldPractice } from '#demo/old-practice.ts';
import { demoPractice } from '#demo/practice.ts';
import { DEMO_MAILBOXES } from '#demo/texts.ts';
import { longTest } from '#proofs/support/long-form.ts';

for (const day of ['2026-11-18', '2026-11-21', '2026-11-22', '2027-02-28']) {
  test(`the demo practice of ${day} is whole and books no hour twice`, () => {
    const now = Temporal.Instant.from(`${day}T09:41:00Z`);
    const practice = demoPractice('demodemodemodem', 'Europe/Moscow', now);
    assert.equal(practice.clients.length, 24);
    assert.equal(practice.sessions.length, 300);
    assert.equal(practice.requests.length, 6);
    assert.equal(practice.hours.length, 7);
    assert.ok(practice.sessions.some((session) => session.date.startsWith(day)));
    assertApart(practice.heldTime);
  });
}

test('no address of the demo carries a name, because any client may get it', () => {
  const named = /vera|kuzn|lena|nikita|irina|dmitr|olga|any?a|max|karina/;
  assert.deepEqual(
    DEMO_MAILBOXES.filter((address) => named.test(address)),
    [],
  );
});

longTest('the large practice is the same each time, whole and books no hour twice', () => {
  const now = Temporal.Instant.from('2026-11-21T09:41:00Z');
  const practice = largePractice('demodemodemodem', 'Europe/Moscow', now);
  assert.deepEqual(largePractice('demodemodemodem', 'Europe/Moscow', now).clients, practice.clients);
  assert.equal(practice.clients.length, LARGE.clients);
  assert.equal(practice.sessions.length, LARGE.sessions);
  const clients = new Map(practice.clients.map((client) => [client.id, client]));
  assert.equal(new Set(practice.clients.map(({ identity_key }) => identity_key)).size, LARGE.clients);
  for (const session of practice.sessions) {
    const client = clients.get(session.client);
    assert.ok(client && client.created <= session.date);
    assert.equal(session.news !== '', session.status === 'completed');
  }
  assertApart(practice.heldTime);
});

test('the old practice has twelve years of everything, and books an hour twice only where that is meant', () => {
  const now = Temporal.Instant.from('2026-11-21T09:41:00Z');
  const practice = oldPractice('demodemodemodem', 'Europe/Moscow', now);
  const { clients, sessions, old } = practice;
  assert.ok(old);
  assert.deepEqual(oldPractice('demodemodemodem', 'Europe/Moscow', now).clients, clients);
  assert.equal(clients.length, OLD.clients);
  assert.equal(clients.filter(({ archived }) => archived === 1).length, OLD.archived);
  assert.equal(new Set(clients.map(({ identity_key }) => identity_key)).size, OLD.clients);
  assert.ok(clients.filter(({ name }) => name === 'Иванова Анна Сергеевна').length > 2);
  assert.ok(Math.abs(sessions.length - OLD.sessions) < 200, `${sessions.length} sessions`);
  assert.ok(practice.requests.length > OLD.requests && practice.notes.length === OLD.notes);
  assert.equal(old.series.length, OLD.series);
  assert.ok((old.series[0]?.start ?? '') < '2016-04');
  assert.deepEqual([old.documents.length, old.consents.length, old.daysOff.length], [2, 200, 40]);
  assert.ok(old.journal.every(({ created }, at) => at === 0 || created >= (old.journal[at - 1]?.created ?? '')));
  // An archived client has no session ahead.
  const archived = new Set(clients.filter((client) => client.archived === 1).map(({ id }) => id));
  assert.ok(sessions.every(({ client, date }) => !archived.has(client) || date < '2026-11-21'));
  assertApart(practice.heldTime.filter(({ deliberate }) => deliberate === 0));
});

function assertApart(heldTime: readonly { start_ms: number; end_ms: number }[]): void {
  const held = heldTime.toSorted((a, b) => a.start_ms - b.start_ms);
  for (const [index, span] of held.entries()) {
    const next = held[index + 1];
    assert.ok(!next || next.start_ms >= span.end_ms);
  }
}
