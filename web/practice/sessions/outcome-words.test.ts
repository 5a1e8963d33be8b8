import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showOutcome } from '#web/practice/sessions/outcome-words.ts';

test('VISIT-03 what the client did is said with its time, and a late cancellation as such', () => {
  const at = '2026-11-22 11:05:00.000Z';
  const shown = (outcome: Parameters<typeof showOutcome>[0]['outcome'], moves = 0, outcome_at = at) =>
    showOutcome({ outcome, outcome_at, moves }, 'Europe/Moscow');
  assert.deepEqual(shown('client'), ['Отменил клиент, 22.11.2026 14:05']);
  assert.deepEqual(shown('late'), ['Поздняя отмена: отменил клиент, 22.11.2026 14:05']);
  assert.deepEqual(shown('no_show'), ['Неявка']);
  assert.deepEqual(shown('', 1), ['Перенёс клиент, 22.11.2026 14:05']);
  assert.deepEqual(shown('client', 2), ['Перенёс клиент', 'Отменил клиент, 22.11.2026 14:05']);
  assert.deepEqual(shown('', 1, ''), ['Перенёс клиент']);
  assert.deepEqual([shown(''), shown('practitioner')], [[], []]);
});
