import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { pressOn } from '#web/practice/letters/settling.ts';
import { useLetterAddresses } from '#web/practice/letters/use-letter-addresses.ts';
import { type EndedSeries, endSeries } from '#web/practice/series/calls.ts';
import { showRemoval } from '#web/practice/series/change/change-words.ts';
import { sayEnded } from '#web/practice/series/change/say-changed.ts';
import { refreshSeries } from '#web/practice/series/change/undo.ts';
import { undoOf, useEnding } from '#web/practice/series/end/use-ending.ts';
import type { SeriesRecord } from '#web/practice/series/queries.ts';
import { showRule } from '#web/practice/series/words.ts';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { readClock, readToday } from '#web/ground/browser/clock.ts';

interface ArchiveQuestionProps {
  /** The client's series that have not ended. */
  series: readonly SeriesRecord[];
  timeZone: string;
  onCancel: () => void;
  onArchive: () => Promise<unknown>;
}

/** When a client is archived, asks whether their series end (SERIES-06). */
export function ArchiveQuestion({ series, timeZone, onCancel, onArchive }: ArchiveQuestionProps) {
  const [silent, setSilent] = useState(false);
  const [untold, setUntold] = useState<ReadonlySet<string>>(new Set());
  // While the effect is unknown, the client counts as notified.
  const isTold = series.some(({ id, status }) => status === 'scheduled' && !untold.has(id));
  const readers = useLetterAddresses(series.map(({ client }) => client));
  const archiving = useMutation({
    mutationFn: async (ends: boolean) => {
      if (ends) await endAll();
      await onArchive();
    },
  });
  const endAll = async (): Promise<void> => {
    const ended: { one: SeriesRecord; counts: EndedSeries }[] = [];
    const say = () => {
      const removed = ended.reduce((sum, { counts }) => sum + counts.removed, 0);
      const kept = ended.reduce((sum, { counts }) => sum + counts.kept, 0);
      const [only, another] = ended;
      const press = pressOn(isTold ? readers : [], silent);
      sayEnded({ removed, kept }, only && !another && removed > 0 ? undoOf(only.one, silent) : null, press);
    };
    try {
      for (const one of series) ended.push({ one, counts: await endSeries(one.id, todayOf(one), silent) });
    } catch (error) {
      if (ended.length > 0) say();
      else void refreshSeries();
      failureToast('Ошибка при завершении серии', error);
      throw error;
    }
    say();
  };
  const pending = archiving.isPending;
  return (
    <Dialog onClose={onCancel} title="Перенести в&nbsp;архив?" width={620} busy={pending}>
      <DialogBody>
        <FieldStack>
          <p>
            У&nbsp;клиента запланированы повторяющиеся сессии. В&nbsp;архиве новые к&nbsp;ним не&nbsp;добавляются,
            а&nbsp;запланированные остаются, пока серия не&nbsp;завершена.
          </p>
          <ul>
            {series.map((one) => (
              <EndOf
                key={one.id}
                series={one}
                timeZone={timeZone}
                onUntold={() => setUntold((before) => new Set(before).add(one.id))}
              />
            ))}
          </ul>
          <LetterLine
            kind={isTold ? 'series-cancelled' : 'untold'}
            to={readers}
            silent={silent}
            onSilent={setSilent}
            disabled={pending}
          />
        </FieldStack>
      </DialogBody>
      <DialogFooter
        start={
          <Button variant="subtle" onClick={onCancel} disabled={pending}>
            Отмена
          </Button>
        }
      >
        <Button variant="default" onClick={() => submitOnce(archiving, false)} disabled={pending}>
          Оставить и&nbsp;перенести
        </Button>
        <Button color="red" onClick={() => submitOnce(archiving, true)} disabled={pending} aria-busy={pending}>
          Завершить и&nbsp;перенести
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

interface EndOfProps {
  series: SeriesRecord;
  timeZone: string;
  /** True if the client was notified of no session that would be removed. */
  onUntold: () => void;
}

/** The effect of ending a series today. */
function EndOf({ series, timeZone, onUntold }: EndOfProps) {
  const { foresee } = useEnding(series, timeZone);
  const found = foresee(todayOf(series));
  const isUntold = found?.isTold === false;
  const report = useEffectEvent(onUntold);
  useEffect(() => {
    if (isUntold) report();
  }, [isUntold]);
  return (
    <li>
      <b>{showRule(series, timeZone, readClock())}</b>
      {found && <p className="small secondary">Если завершить: {showRemoval(found.goes.length, found.stays.length)}</p>}
    </li>
  );
}

function todayOf({ time_zone }: SeriesRecord): string {
  return readToday(time_zone).toString();
}
