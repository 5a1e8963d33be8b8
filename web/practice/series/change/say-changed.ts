import { type Press, sayTakenBack } from '#web/practice/letters/settling.ts';
import type { ChangedSeries, EndedSeries } from '#web/practice/series/calls.ts';
import { sessionsAsObject, showChanged } from '#web/practice/series/change/change-words.ts';
import { refreshSeries, TakenMeanwhile, type Undo, undoChange } from '#web/practice/series/change/undo.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** Reports what a change of a series has done, with an undo if there is one. */
export function sayChanged(counts: ChangedSeries, undo: Undo | null, press: Press | null): void {
  say(
    'Серия изменена',
    showChanged(counts),
    undo && takingBack(undo, false, () => 'Серия снова на\u00A0прежнем месте', press),
  );
}

/** Reports what the end of a series has done; `undo` restores the removed sessions. */
export function sayEnded({ removed, kept }: EndedSeries, undo: Undo | null, press: Press | null): void {
  const back = ({ created }: ChangedSeries) => `Вернули ${sessionsAsObject(created)}`;
  say(
    'Серия завершена',
    showChanged({ created: 0, moved: 0, removed, kept }),
    undo && takingBack(undo, true, back, press),
  );
}

function say(title: string, done: string, undo: ReturnType<typeof takingBack> | null): void {
  void refreshSeries();
  toast.success(done || title, { ...(done && { title }), ...(undo && { undo }) });
}

function takingBack(undo: Undo, fill: boolean, words: (counts: ChangedSeries) => string, press: Press | null) {
  const mutateAsync = async () => {
    try {
      toast.success(sayTakenBack(words(await undoChange(undo, fill)), press));
    } catch (error) {
      if (!(error instanceof TakenMeanwhile)) failureToast('Ошибка при изменении серии', error);
      else toast.error(`Прежнее время уже занято: ${sessionsAsObject(error.count)} вернуть некуда.`);
    }
    await refreshSeries();
  };
  return { text: 'Вернуть', onPress: () => submitOnce({ mutateAsync }, undefined) };
}
