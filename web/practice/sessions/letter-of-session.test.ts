import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientLetterKind } from '#domain/letters/letter.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { addressOf, letterOfSession as letterOf, type ToldSession } from '#web/practice/sessions/letter-of-session.ts';

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

/** The letter for a session with these letters; `isTold` is the server's response for a series or a client's page. */
function letterOfSession(
  session: ToldSession | null,
  wish: Parameters<typeof letterOf>[1],
  letters: Parameters<typeof letterOf>[2]['letters'],
  isTold?: boolean,
) {
  return letterOf(session, wish, { letters, isTold }, NOW);
}

test('SESSION-17 what is said beside a save is what its letter will tell: nothing, where nothing differs', () => {
  const saves = [
    letterOfSession(null, wished(), undefined),
    letterOfSession(null, wished({ status: 'reserved' }), undefined),
    letterOfSession(SESSION, wished(), told),
    letterOfSession(SESSION, wished({ date: ELEVEN }), told),
    letterOfSession(SESSION, wished({ duration: 90 }), told),
    letterOfSession(SESSION, wished({ place: 'Парк' }), told),
    letterOfSession(SESSION, wished({ status: 'canceled' }), told),
    letterOfSession(SESSION, wished({ status: 'reserved' }), told),
    letterOfSession(SESSION, wished({ status: 'completed' }), told),
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
  assert.equal(letterOfSession(SESSION, null, told), 'session-cancelled');
  assert.equal(letterOfSession(SESSION, null, []), null);
  assert.equal(letterOfSession(SESSION, null, [letter('due')]), null);
  assert.equal(letterOfSession(SESSION, wished({ status: 'canceled' }), []), null);
  assert.equal(letterOfSession({ ...SESSION, series: 's' }, null, []), 'session-cancelled', 'by that of its series');
  assert.equal(letterOfSession({ ...SESSION, series: 's' }, null, [], false), null, 'a series that was never told');
  assert.equal(letterOfSession({ ...SESSION, moves: 1 }, null, [], true), 'session-cancelled', 'by the page');
  assert.equal(letterOfSession(SESSION, null, undefined), 'session-cancelled', 'while they load');
});

test('SESSION-17 a meeting that stood untold and is moved is announced as moved, as its letter says', () => {
  assert.equal(letterOfSession(SESSION, wished({ date: ELEVEN }), []), 'session-moved');
  assert.equal(letterOfSession({ ...SESSION, series: 's' }, wished({ date: ELEVEN }), [], false), 'session-moved');
  assert.equal(letterOfSession(SESSION, wished({ duration: 90 }), []), 'session-planned');
  assert.equal(
    letterOfSession(SESSION, wished({ date: ELEVEN }), [letter('due')]),
    'session-planned',
    'its letter waits',
  );
});

test('SESSION-17 back at the hour that was told, nothing is sent', () => {
  const moved = { ...SESSION, date: ELEVEN };
  assert.equal(letterOfSession(moved, wished(), [letter('sent'), letter('due', undefined, ELEVEN)]), null);
});

test('SESSION-17 an approval that is called off while its letter waits is a refusal, and still an approval when moved', () => {
  const waits = [letter('due', 'request-approved')];
  assert.equal(letterOfSession(SESSION, null, waits), 'request-rejected');
  assert.equal(letterOfSession(SESSION, wished({ status: 'canceled' }), waits), 'request-rejected');
  assert.equal(letterOfSession(SESSION, wished({ date: ELEVEN }), waits), 'request-approved');
  assert.equal(letterOfSession(SESSION, null, [letter('sent', 'request-approved')]), 'session-cancelled');
  const refused = [...waits, letter('sent', 'request-rejected')];
  assert.equal(letterOfSession({ ...SESSION, status: 'canceled' }, null, refused), null);
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
