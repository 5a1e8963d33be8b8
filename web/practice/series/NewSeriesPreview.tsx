import { SERIES_LIMITS } from '#domain/series/series.ts';
import { showDate, showTime, showWeekday } from '#web/ground/format/dates.ts';
import { counted, type Forms } from '#web/ground/format/plural.ts';
import { type Agreed, previewSeries, type SeriesRequest } from '#web/practice/series/calls.ts';
import { PreviewDialog } from '#web/practice/series/preview/PreviewDialog.tsx';
import { PREVIEW } from '#web/practice/series/preview-again.ts';
import { showInterval } from '#web/practice/series/words.ts';

export interface NewSeriesPreviewProps {
  wish: SeriesRequest;
  /** The id of its form. */
  form?: string;
  opened: boolean;
  saving: boolean;
  /** Whether the last save was stored is unknown. */
  unsure: boolean;
  onSave: (agreed: Agreed) => void;
  onClose: () => void;
}

/** After «создать»: 1 сессию, 2 сессии, 5 сессий. */
const SESSIONS_TO_CREATE: Forms = { one: 'сессию', few: 'сессии', many: 'сессий' };

/** Every session of a new series before it is saved (SERIES-02). */
export function NewSeriesPreview({ wish, form, opened, saving, unsure, onSave, onClose }: NewSeriesPreviewProps) {
  const { start, every_weeks, session, until, count } = wish;
  const first = Temporal.PlainDateTime.from(start);
  const weekday = showWeekday(first.toPlainDate());
  const endless = until === undefined && count === undefined;
  // The session that exists becomes the first; it is not created.
  const existing = session === undefined ? 0 : 1;
  return (
    <PreviewDialog
      key={JSON.stringify(wish)}
      {...(form && { form })}
      opened={opened}
      onClose={onClose}
      title={`${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}, ${showTime(first.toPlainTime())}, ${showInterval(every_weeks)}`}
      subtitle={
        <>
          С&nbsp;{showDate(first.toPlainDate())}
          {until && <> до&nbsp;{showDate(Temporal.PlainDate.from(until))}</>}
          {endless && `, без даты окончания: показаны ближайшие ${SERIES_LIMITS.monthsAhead}\u00A0месяцев`}
        </>
      }
      queryKey={[PREVIEW, wish]}
      read={(signal) => previewSeries(wish, signal)}
      saveText={(planned) => `Создать ${counted(planned - existing, SESSIONS_TO_CREATE)}`}
      obstacle={(planned) => (planned > existing ? null : 'Пропущены все даты: создавать нечего.')}
      pendingText="Создание..."
      saving={saving}
      held={unsure}
      onSave={onSave}
    />
  );
}
