import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { StoredInstant } from '#domain/time/instant.ts';
import { isRefusal } from '#web/ground/api/errors.ts';
import { newRecordId } from '#web/ground/browser/record-id.ts';
import { showDayAndTime, zoned } from '#web/ground/format/dates.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import { type Agreed, createSeries, type SeriesRequest } from '#web/practice/series/calls.ts';
import { NewSeriesPreview } from '#web/practice/series/NewSeriesPreview.tsx';
import { endMistake, NO_REPEAT, repeatOf, seriesStatusOf } from '#web/practice/series/repeat.ts';
import { RepeatFields } from '#web/practice/series/RepeatFields.tsx';
import { previewAgain } from '#web/practice/series/preview-again.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { readToday } from '#web/ground/browser/clock.ts';

interface RepeatSessionDialogProps {
  /** Becomes the first session of the series. */
  session: { id: string; client: string; date: StoredInstant; duration: number; status: string };
  timeZone: string;
  opened: boolean;
  /** Whether the preview replaces the form. */
  previewed: boolean;
  onPreview: () => void;
  /** Goes back from the preview to the form, and from there to the session. */
  onBack: () => void;
  onClose: () => void;
  /** Refetches the queries that show the session. */
  onSaved: () => void;
}

/** «Повторять эту сессию»: the form, then the preview in its place (SERIES-01). */
export function RepeatSessionDialog(props: RepeatSessionDialogProps) {
  const { session, timeZone, opened, previewed, onPreview, onBack, onClose, onSaved } = props;
  const [how, setHow] = useState({ ...NO_REPEAT, every: '1' as (typeof NO_REPEAT)['every'] });
  const [checked, setChecked] = useState(false);
  const [silent, setSilent] = useState(false);
  // One id until a series is saved, so that a retry after a lost response does not create a second one.
  const [id, setId] = useState(newRecordId);
  /** The request whose last attempt may or may not have been stored. */
  const [unsure, setUnsure] = useState<string | null>(null);
  const start = zoned(session.date, timeZone);
  const first = start?.toPlainDateTime().toString({ smallestUnit: 'minute' }) ?? '';
  const mistake = endMistake(how, first.slice(0, 10));
  const wish: SeriesRequest = {
    client: session.client,
    session: session.id,
    start: first,
    duration: session.duration,
    status: seriesStatusOf(session.status) ?? 'scheduled',
    ...repeatOf(how),
  };
  const saving = useMutation({
    mutationFn: (agreed: Agreed) => createSeries(id, wish, agreed, silent),
    onSuccess: ({ created }) => {
      toast.success(`Серия создана: ${counted(created + 1, SESSIONS)}`);
      setId(newRecordId());
      setChecked(false);
      setUnsure(null);
      onClose();
    },
    onError: (error) => {
      setUnsure(isRefusal(error) ? null : JSON.stringify(wish));
      if (!previewed || !previewAgain(error)) failureToast('Ошибка при создании серии', error);
    },
    onSettled: onSaved,
  });
  const check = () => {
    setChecked(true);
    if (mistake === null) onPreview();
    else focusFirstError();
  };
  return (
    <>
      {opened && (
        <FormDialog
          onClose={onBack}
          title="Повторять эту сессию"
          subtitle={start && `Первая\u00A0— ${showDayAndTime(start)}`}
          onSubmit={check}
          submitText="Проверить даты"
          pending={false}
        >
          <RepeatFields
            always
            value={how}
            onChange={(now) => {
              setHow(now);
              setChecked(false);
            }}
            error={checked ? (mistake ?? undefined) : undefined}
            today={readToday(timeZone)}
          />
        </FormDialog>
      )}
      {start && (
        <NewSeriesPreview
          wish={wish}
          opened={previewed}
          saving={saving.isPending}
          unsure={unsure === JSON.stringify(wish)}
          silent={silent}
          onSilent={setSilent}
          onSave={(agreed) => submitOnce(saving, agreed)}
          onClose={onBack}
        />
      )}
    </>
  );
}
