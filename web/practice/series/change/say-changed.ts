import { type Press, sayTakenBack } from '#web/practice/letters/settling.ts';
import type { ChangedSeries, EndedSeries } from '#web/practice/series/calls.ts';
import { sessionsAsObject, showChanged } from '#web/practice/series/change/change-words.ts';
import { refreshSeries, TakenMeanwhile, type Undo, undoChange } from '#web/practice/series/change/undo.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** Reports what a change of a series has done, with the way back where there is one. */
export function sayChanged(counts: ChangedSeries, undo: Undo | null, press: Press | null): void {
  void refreshSeries();
  const action =
    undo && takingBack(undo, false, () => toast.success(sayTakenBack('Серия снова на\u00A0прежнем месте', press)));
  const done = showChanged(counts);
  toast.success(done || 'Серия изменена', {
    ...(done && { title: 'Серия изменена' }),
    ...(action && { undo: action }),
  });
}

/** Reports what the end of a series has done; `undo` brings the removed sessions back. */
export function sayEnded({ removed, kept }: EndedSeries, undo: Undo | null, press: Press | null): void {
  void refreshSeries();
  const back = ({ created }: ChangedSeries) =>
    toast.success(sayTakenBack(`Вернули ${sessionsAsObject(created)}`, press));
  const action = undo && takingBack(undo, true, back);
  const done = showChanged({ created: 0, moved: 0, removed, kept });
  toast.success(done || 'Серия завершена', {
    ...(done && { title: 'Серия завершена' }),
    ...(action && { undo: action }),
  });
}

function takingBack(undo: Undo, fill: boolean, say: (counts: ChangedSeries) => void) {
  const mutateAsync = async () => {
    try {
      say(await undoChange(undo, fill));
    } catch (error) {
      if (!(error instanceof TakenMeanwhile)) failureToast('Ошибка при изменении серии', error);
      else toast.error(`Прежнее время уже занято: ${sessionsAsObject(error.count)} вернуть некуда.`);
    }
    await refreshSeries();
  };
  return { text: 'Вернуть', onPress: () => submitOnce({ mutateAsync }, undefined) };
}
