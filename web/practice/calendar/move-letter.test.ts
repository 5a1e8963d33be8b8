import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveLetter } from '#web/practice/calendar/move-letter.ts';

test('LETTER-02 a move is told by letter where the session is planned, its new time is ahead and letters go', () => {
  const session = (status: 'scheduled' | 'reserved', reminders = 'email') => ({
    id: 's',
    date: '2026-11-18 09:00:00.000Z' as const,
    duration: 60,
    status,
    outcome: '' as const,
    series: '',
    client: 'c',
    expand: { client: { name: 'Анна', email: 'anna@example.org', reminders } },
  });
  const now = Date.parse('2026-11-17T09:00:00Z');
  const [ahead, past] = [now + 1, now - 1];
  assert.deepEqual(
    [
      moveLetter(session('scheduled'), ahead, now, true),
      moveLetter(session('scheduled'), past, now, true),
      moveLetter(session('reserved'), ahead, now, true),
      moveLetter(session('scheduled', ''), ahead, now, true),
      moveLetter(session('scheduled'), ahead, now, false),
      moveLetter({ ...session('scheduled'), expand: {} }, ahead, now, true),
    ],
    ['anna@example.org', '', '', '', '', ''],
  );
});
