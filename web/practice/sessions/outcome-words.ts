import { showInstant } from '#web/ground/format/dates.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';

type Done = Pick<SessionRecord, 'outcome' | 'outcome_at' | 'moves'>;

/** What the client did with a session, or «Неявка»: «Отменил клиент, 22.11.2026 14:05» (VISIT-03). */
export function showOutcome({ outcome, outcome_at, moves }: Done, timeZone: string): string[] {
  const at = outcome_at && `, ${showInstant(outcome_at, timeZone)}`;
  // The time is stored only for the client's last action.
  const moved = moves > 0 ? [`Перенёс клиент${outcome === '' ? at : ''}`] : [];
  if (outcome === 'client') return [...moved, `Отменил клиент${at}`];
  if (outcome === 'late') return [...moved, `Поздняя отмена: отменил клиент${at}`];
  return outcome === 'no_show' ? [...moved, 'Неявка'] : moved;
}
