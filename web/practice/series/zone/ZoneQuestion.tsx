import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted, type Forms } from '#web/ground/format/plural.ts';
import { showZone } from '#web/ground/format/zones.ts';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { useLetterAddresses } from '#web/practice/letters/use-letter-addresses.ts';
import { ScopeChoice } from '#web/practice/series/change/ScopeChoice.tsx';
import { refreshSeries } from '#web/practice/series/change/undo.ts';
import type { SeriesRecord } from '#web/practice/series/queries.ts';
import { keepClock } from '#web/practice/series/zone/keep-clock.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { readClock } from '#web/ground/browser/clock.ts';

export interface ZoneQuestionProps {
  /** The series that have not ended. */
  series: readonly SeriesRecord[];
  timeZone: string;
  /** Stores the new zone and reports a failure. */
  onSave: () => Promise<unknown>;
  onClose: () => void;
}

const SERIES: Forms = { one: 'серия', few: 'серии', many: 'серий' };

/** Before a practice changes its zone, asks whether its series keep the clock time or the moment (SERIES-03). */
export function ZoneQuestion({ series, timeZone, onSave, onClose }: ZoneQuestionProps) {
  const queryClient = useQueryClient();
  const [keeps, setKeeps] = useState<'clock' | 'moment'>('clock');
  const [silent, setSilent] = useState(false);
  const told = series.filter(({ status }) => status === 'scheduled').map(({ client }) => client);
  const readers = useLetterAddresses(told);
  const [stored, setStored] = useState(false);
  const [done, setDone] = useState<readonly string[]>([]);
  const saving = useMutation({
    mutationFn: async () => {
      if (!stored) await onSave();
      setStored(true);
      try {
        for (const one of keeps === 'clock' ? series : []) {
          if (done.includes(one.id)) continue;
          await keepClock(queryClient, one, timeZone, silent);
          setDone((before) => [...before, one.id]);
        }
      } catch (error) {
        failureToast('Ошибка при изменении серий', error);
        throw error;
      }
    },
    onSuccess: () => {
      if (keeps === 'clock') toast.success(`Время на\u00A0часах прежнее: ${counted(series.length, SERIES)}`);
      onClose();
    },
    onSettled: () => void refreshSeries(),
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Повторяющиеся сессии"
      subtitle={`Новый часовой пояс: ${showZone(timeZone, readClock())}`}
      cancelText={stored ? 'Закрыть' : 'Отмена'}
      onSubmit={() => submitOnce(saving, undefined)}
      submitText={stored ? 'Продолжить' : 'Сохранить'}
      pending={saving.isPending}
    >
      <ScopeChoice
        label="Что сохранить"
        value={keeps}
        onChange={setKeeps}
        options={[
          {
            value: 'clock',
            name: 'Сохранить время на\u00A0часах',
            text: 'Встречи в\u00A010:00 останутся в\u00A010:00 по\u00A0новому поясу. Те, у\u00A0которых есть записи, и\u00A0перенесённые отдельно не\u00A0сдвинутся.',
            disabled: stored,
          },
          {
            value: 'moment',
            name: 'Сохранить момент',
            text: 'Встречи не\u00A0сдвинутся: для клиентов ничего не\u00A0изменится, а\u00A0часы покажут другое время.',
            disabled: stored,
          },
        ]}
      />
      <p aria-live="polite" className="secondary">
        {keeps === 'clock' && stored
          ? `Готово ${done.length} из\u00A0${series.length}`
          : `Это касается: ${counted(series.length, SERIES)}`}
      </p>
      <LetterLine
        kind={keeps === 'clock' ? 'series-moved' : null}
        to={readers}
        silent={silent}
        onSilent={setSilent}
        disabled={saving.isPending}
      />
    </FormDialog>
  );
}
