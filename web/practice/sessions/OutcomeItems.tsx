import { parseStoredInstant, readInstant } from '#domain/time/instant.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import { shownClient } from '#web/practice/sessions/shown-client.ts';
import { isLateBy, type MarkWord, useMark } from '#web/practice/sessions/use-mark.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { MoreItem } from '#web/ui/form/MoreMenu.tsx';

/**
 * How else a session that she cancelled can count: late where that was within her own cut-off of so many hours, missed
 * where it was to have begun (MONEY-02).
 */
export function otherOutcomes(session: SessionRecord, cutOff: number, begun: boolean): MarkWord[] {
  const { status, outcome, date, outcome_at, expand } = session;
  if (status !== 'canceled' || outcome === 'client' || !expand?.client) return [];
  const at = readInstant(outcome_at);
  const isLate = at !== null && isLateBy(parseStoredInstant(date), cutOff, at);
  return [
    ...(isLate && outcome !== 'late' ? (['Поздняя отмена'] as const) : []),
    ...(begun && outcome !== 'no_show' ? (['Неявка'] as const) : []),
    ...(outcome === 'late' || outcome === 'no_show' ? (['Обычная отмена'] as const) : []),
  ];
}

export function OutcomeItems({ session, words }: { session: SessionRecord; words: readonly MarkWord[] }) {
  const { id, status, outcome, date } = session;
  const client = shownClient(session);
  const { marking } = useMark({ id, status, outcome, start: parseStoredInstant(date), client });
  return words.map((word) => (
    <MoreItem key={word} onPress={() => submitOnce(marking, { word })}>
      {word}
    </MoreItem>
  ));
}
