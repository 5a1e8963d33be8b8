import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { nearestIn } from '#web/practice/series/change/ahead.ts';
import { sessionsAsObject, showBeginning, showRemoval } from '#web/practice/series/change/change-words.ts';
import type { Occurrence } from '#web/practice/series/change/ChangeQuestion.tsx';
import { KeptSessions } from '#web/practice/series/change/KeptSessions.tsx';
import { useEnding } from '#web/practice/series/end/use-ending.ts';
import { ScopeChoice, type ScopeOption } from '#web/practice/series/change/ScopeChoice.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';

export interface DeleteQuestionProps {
  session: Occurrence;
  /** Whose session, and when. */
  who: string;
  timeZone: string;
  onCancel: () => void;
  /** Deletes this session alone, and reports that. */
  onDelete: () => Promise<unknown>;
  /** The series ends; `stays` where it leaves this session as it is. */
  onEnded: (stays: boolean) => void;
}

type Scope = 'one' | 'following' | 'all';

/** Asks before an occurrence is deleted whether the series ends with it, and says what then goes and stays (SERIES-06). */
export function DeleteQuestion({ session, who, timeZone, onCancel, onDelete, onEnded }: DeleteQuestionProps) {
  const [scope, setScope] = useState<Scope>('one');
  const place = { id: session.series, client: session.client };
  const { series, ahead, foresee, failed, retry, ending } = useEnding(place, timeZone, ({ goes }) =>
    onEnded(!goes.some(({ id }) => id === session.id)),
  );
  const deletion = useMutation({ mutationFn: onDelete });
  const pending = deletion.isPending || ending.isPending;

  const fromOf = (meant: Exclude<Scope, 'one'>): string =>
    meant === 'following' ? session.occurrence : Temporal.Now.plainDateISO(series?.time_zone ?? timeZone).toString();
  const option = (value: Exclude<Scope, 'one'>, name: string): ScopeOption<Scope> => {
    const found = foresee(fromOf(value));
    // A session of an earlier day is none of those that an end concerns.
    const begins = ahead.some(({ id }) => id === session.id) ? value : 'all';
    const beginning = showBeginning(begins, nearestIn(ahead)?.date, timeZone);
    const text = found && `${beginning}: ${showRemoval(found.goes.length, found.stays.length)} Серия закончится.`;
    return { value, name, text: text ?? (failed ? 'Не\u00A0удалось узнать, что удалится.' : '') };
  };
  const chosen = scope === 'one' ? null : foresee(fromOf(scope));
  const remove = () => {
    if (scope === 'one') submitOnce(deletion, undefined);
    else submitOnce(ending, fromOf(scope));
  };
  return (
    <Dialog onClose={onCancel} title="Удалить сессию?" subtitle={who} width={480} busy={pending}>
      <DialogBody>
        <FieldStack>
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
          {chosen && <KeptSessions keep={chosen.stays} ahead={ahead} timeZone={timeZone} />}
          {failed && scope !== 'one' && <RetryButton onRetry={retry} />}
        </FieldStack>
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onCancel} disabled={pending}>
          Отмена
        </Button>
        <Button color="red" onClick={remove} disabled={pending || (scope !== 'one' && !chosen)} aria-busy={pending}>
          {scope === 'one'
            ? 'Удалить эту сессию'
            : chosen && chosen.goes.length > 0
              ? `Удалить ${sessionsAsObject(chosen.goes.length)}`
              : 'Завершить серию'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
