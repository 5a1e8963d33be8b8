import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientLetterKind } from '#domain/letters/letter.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { addressOf, letterOfSession, type ToldSession } from '#web/practice/sessions/letter-of-session.ts';

const NOW = Temporal.Instant.from('2026-11-29T10:00:00Z').epochMilliseconds;
const TEN = '2026-12-04 07:00:00.000Z';
const ELEVEN = '2026-12-04 08:00:00.000Z';
const SESSION: ToldSession = { date: TEN, duration: 60, place: '', status: 'scheduled', series: '', moves: 0 };
const letter = (state: 'sent' | 'due', kind: ClientLetterKind = 'session-planned', start = TEN) => ({
  kind,
  state,
  start,
  created: '2026-11-28 10:00:00.000Z',
});
const wished = (change: Partial<{ date: string; duration: number; place: string; status: string }> = {}) => {
  const { date, duration, place, status } = { ...SESSION, ...change };
  return { startMs: parseStoredInstant(date).epochMilliseconds, duration, place, status };
};
const told = [letter('sent')];

test('SESSION-17 what is said beside a save is what its letter will tell: nothing, where nothing differs', () => {
  const saves = [
    letterOfSession(null, wished(), undefined, NOW),
    letterOfSession(null, wished({ status: 'reserved' }), undefined, NOW),
    letterOfSession(SESSION, wished(), told, NOW),
    letterOfSession(SESSION, wished({ date: ELEVEN }), told, NOW),
    letterOfSession(SESSION, wished({ duration: 90 }), told, NOW),
    letterOfSession(SESSION, wished({ place: 'Парк' }), told, NOW),
    letterOfSession(SESSION, wished({ status: 'canceled' }), told, NOW),
    letterOfSession(SESSION, wished({ status: 'reserved' }), told, NOW),
    letterOfSession(SESSION, wished({ status: 'completed' }), told, NOW),
  ];
  assert.deepEqual(saves, [
    'session-planned',
    null,
    null,
    'session-moved',
    'session-changed',
    'session-changed',
    'session-cancelled',
    null,
    null,
  ]);
});

test('SESSION-17 a meeting that was never told is called off without a word, and so is one whose letter waits', () => {
  assert.equal(letterOfSession(SESSION, null, told, NOW), 'session-cancelled');
  assert.equal(letterOfSession(SESSION, null, [], NOW), null);
  assert.equal(letterOfSession(SESSION, null, [letter('due')], NOW), null);
  assert.equal(letterOfSession(SESSION, wished({ status: 'canceled' }), [], NOW), null);
  assert.equal(
    letterOfSession({ ...SESSION, series: 's' }, null, [], NOW),
    'session-cancelled',
    'by that of its series',
  );
  assert.equal(letterOfSession(SESSION, null, undefined, NOW), 'session-cancelled', 'while they load');
});

test('SESSION-17 back at the hour that was told, nothing is sent', () => {
  const moved = { ...SESSION, date: ELEVEN };
  assert.equal(letterOfSession(moved, wished(), [letter('sent'), letter('due', undefined, ELEVEN)], NOW), null);
});

test('SESSION-17 an approval that is called off while its letter waits is a refusal, and still an approval when moved', () => {
  const waits = [letter('due', 'request-approved')];
  assert.equal(letterOfSession(SESSION, null, waits, NOW), 'request-rejected');
  assert.equal(letterOfSession(SESSION, wished({ status: 'canceled' }), waits, NOW), 'request-rejected');
  assert.equal(letterOfSession(SESSION, wished({ date: ELEVEN }), waits, NOW), 'request-approved');
  assert.equal(letterOfSession(SESSION, null, [letter('sent', 'request-approved')], NOW), 'session-cancelled');
  const refused = [...waits, letter('sent', 'request-rejected')];
  assert.equal(letterOfSession({ ...SESSION, status: 'canceled' }, null, refused, NOW), null);
});

test('SESSION-17 the answer to a request goes to the address that its visitor gave', () => {
  const waits = [{ ...letter('due', 'request-approved'), expand: { booking: { email: 'visitor@example.org' } } }];
  const to = (kind: Parameters<typeof addressOf>[0], letters = waits) => addressOf(kind, 'client@example.org', letters);
  assert.equal(to('request-rejected'), 'visitor@example.org');
  assert.equal(to('request-approved'), 'visitor@example.org');
  assert.equal(to('session-moved'), 'client@example.org');
  assert.equal(
    to('request-rejected', [{ ...letter('due', 'request-approved'), expand: { booking: { email: '' } } }]),
    'client@example.org',
  );
});
