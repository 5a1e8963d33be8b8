import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LARGE, largePractice } from '#demo/large-practice.ts';
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

function assertApart(heldTime: readonly { start_ms: number; end_ms: number }[]): void {
  const held = heldTime.toSorted((a, b) => a.start_ms - b.start_ms);
  for (const [index, span] of held.entries()) {
    const next = held[index + 1];
    assert.ok(!next || next.start_ms >= span.end_ms);
  }
}
