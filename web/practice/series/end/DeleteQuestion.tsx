import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { printInstant } from '#domain/time/instant.ts';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { nearestIn } from '#web/practice/series/change/ahead.ts';
import { sessionsAsObject, showBeginning, showRemoval } from '#web/practice/series/change/change-words.ts';
import type { Occurrence } from '#web/practice/series/change/ChangeQuestion.tsx';
import { KeptSessions } from '#web/practice/series/change/KeptSessions.tsx';
import { useEnding } from '#web/practice/series/end/use-ending.ts';
import { ScopeChoice, type ScopeOption } from '#web/practice/series/change/ScopeChoice.tsx';
import { type AskedMoney, PaidBox, PaidSessionsBox } from '#web/practice/money/PaidBox.tsx';
import { namedSessionsQuery } from '#web/practice/money/queries.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';
import { readClock, readToday } from '#web/ground/browser/clock.ts';

export interface DeleteQuestionProps {
  session: Occurrence & { status: string };
  /** The client and the time of the session. */
  who: string;
  timeZone: string;
  /** The session's money to ask about; null if there is none. */
  money: AskedMoney | null;
  /** Called while the session is being deleted, when reading it would be a 404. */
  onConfirming: (confirming: boolean) => void;
  onCancel: () => void;
  /** Deletes only this session and reports that. */
  onDelete: (silent: boolean) => Promise<unknown>;
  /** Called when the series has ended; `stays` if that leaves this session in place. */
  onEnded: (stays: boolean) => void;
}

type Scope = 'one' | 'following' | 'all';

/**
 * Before an occurrence is deleted, asks whether the series ends with it, and shows which sessions would be removed
 * (SERIES-06).
 */
export function DeleteQuestion({
  session,
  who,
  timeZone,
  money,
  onConfirming,
  onCancel,
  onDelete,
  onEnded,
}: DeleteQuestionProps) {
  const [scope, setScope] = useState<Scope>('one');
  const place = { id: session.series, client: session.client };
  const { series, ahead, foresee, isTold, failed, retry, end, readers, silence } = useEnding(
    place,
    timeZone,
    ({ goes }) => onEnded(!goes.some(({ id }) => id === session.id)),
  );

  const fromOf = (meant: Exclude<Scope, 'one'>): string =>
    meant === 'following' ? session.occurrence : readToday(series?.time_zone ?? timeZone).toString();
  const option = (value: Exclude<Scope, 'one'>, name: string): ScopeOption<Scope> => {
    const found = foresee(fromOf(value));
    // A session of an earlier day is not affected by an end from today on.
    const begins = ahead.some(({ id }) => id === session.id) ? value : 'all';
    const beginning = showBeginning(begins, nearestIn(ahead)?.date, timeZone);
    const text = found && `${beginning}: ${showRemoval(found.goes.length, found.stays.length)} Серия закончится.`;
    return { value, name, text: text ?? (failed ? 'Не\u00A0удалось узнать, что удалится.' : '') };
  };
  const chosen = scope === 'one' ? null : foresee(fromOf(scope));
  const { data: named } = useQuery(namedSessionsQuery(session.client));
  const paid = (chosen?.goes ?? []).filter(({ id }) => named?.has(id)).length;
  const isAhead = session.status === 'scheduled' && session.date > printInstant(readClock());
  const calledOff = scope === 'one' ? isAhead : (chosen?.goes.length ?? 0) > 0;
  const kind = scope === 'one' ? 'session-cancelled' : 'series-cancelled';
  const tells = scope === 'one' ? isTold(session.id) : chosen?.isTold;
  return (
    <ConfirmDialog
      title="Удалить сессию?"
      subtitle={who}
      width={480}
      button={
        scope === 'one'
          ? 'Удалить эту сессию'
          : chosen && chosen.goes.length > 0
            ? `Удалить ${sessionsAsObject(chosen.goes.length)}`
            : 'Завершить серию'
      }
      disabled={scope !== 'one' && !chosen}
      onConfirm={async () => {
        onConfirming(true);
        await (scope === 'one' ? onDelete(silence.silent) : end(fromOf(scope)));
        onConfirming(false);
      }}
      onCancel={onCancel}
    >
      <ScopeChoice
        label="Какие сессии удалить"
        value={scope}
        onChange={setScope}
        options={[
          { value: 'one', name: 'Только эту', text: 'Серия продолжится без\u00A0неё.' },
          option('following', 'Эту и\u00A0следующие'),
          option('all', 'Все будущие'),
        ]}
      />
      {scope === 'one' && money && <PaidBox {...money} />}
      {paid > 0 && <PaidSessionsBox sessions={sessionsAsObject(paid)} />}
      {chosen && <KeptSessions keep={chosen.stays} ahead={ahead} timeZone={timeZone} />}
      <LetterLine {...silence} kind={calledOff ? (tells ? kind : 'untold') : null} to={readers} />
      {failed && scope !== 'one' && <RetryButton onRetry={retry} />}
    </ConfirmDialog>
  );
}
