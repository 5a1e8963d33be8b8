import { Button } from '@mantine/core';
import { useId } from 'react';
import { SERIES_LIMITS } from '#domain/series/series.ts';
import { capital, showDate, showTime, showWeekday } from '#web/ground/format/dates.ts';
import { counted, type Forms } from '#web/ground/format/plural.ts';
import { LetterLine, type Silence } from '#web/practice/letters/LetterLine.tsx';
import { useLetterAddresses } from '#web/practice/letters/use-letter-addresses.ts';
import { type Agreed, previewSeries, type SeriesRequest } from '#web/practice/series/calls.ts';
import { conflictsIn } from '#web/practice/series/preview/choices.ts';
import { OccurrenceList } from '#web/practice/series/preview/OccurrenceList.tsx';
import { showUndecided, showVerdicts } from '#web/practice/series/preview/preview-words.ts';
import classes from '#web/practice/series/preview/Preview.module.css';
import { PreviewFailure } from '#web/practice/series/preview/PreviewFailure.tsx';
import { usePreview } from '#web/practice/series/preview/use-preview.ts';
import { PREVIEW } from '#web/practice/series/preview-again.ts';
import { showInterval } from '#web/practice/series/words.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';

interface NewSeriesPreviewProps extends Silence {
  wish: SeriesRequest;
  /** The id of its form, so that a button elsewhere can submit it. */
  form?: string;
  opened: boolean;
  saving: boolean;
  /** Whether it is unknown if the last save was stored. */
  unsure: boolean;
  onSave: (agreed: Agreed) => void;
  /** Goes back to the form. */
  onClose: () => void;
}

/** After «создать»: 1 сессию, 2 сессии, 5 сессий. */
const SESSIONS_TO_CREATE: Forms = { one: 'сессию', few: 'сессии', many: 'сессий' };

/**
 * Every session of a new series, with the conflicts to decide, before it is saved (SERIES-02). Decisions survive
 * closing the dialog.
 */
export function NewSeriesPreview({
  wish,
  form,
  opened,
  saving,
  unsure,
  onSave,
  onClose,
  ...silence
}: NewSeriesPreviewProps) {
  const id = useId();
  const readers = useLetterAddresses(opened ? [wish.client] : []);
  const { preview, error, isFetching, refetch, occurrences, undecided, planned, ...deciding } = usePreview({
    queryKey: [PREVIEW, wish],
    queryFn: ({ signal }) => previewSeries(wish, signal),
    enabled: opened,
    held: unsure,
  });
  const { start, every_weeks, session, until, count } = wish;
  const first = Temporal.PlainDateTime.from(start);
  // An existing session becomes the first one, so it is not created.
  const created = planned - (session === undefined ? 0 : 1);
  const conflicts = conflictsIn(occurrences).length;
  const nothing = preview && !isFetching && created <= 0;
  const reason =
    undecided > 0 ? `Осталось решить: ${undecided}` : nothing ? 'Пропущены все даты: создавать нечего.' : null;
  const verdicts = showVerdicts(occurrences);
  const ready = preview !== undefined && !isFetching && reason === null;
  if (!opened) return null;
  return (
    <Dialog
      reads
      onClose={onClose}
      title={`${capital(showWeekday(first.toPlainDate()))}, ${showTime(first.toPlainTime())}, ${showInterval(every_weeks)}`}
      subtitle={
        <>
          С&nbsp;{showDate(first.toPlainDate())}
          {until && <> до&nbsp;{showDate(Temporal.PlainDate.from(until))}</>}
          {until === undefined &&
            count === undefined &&
            `, без даты окончания: показаны ближайшие ${SERIES_LIMITS.monthsAhead}\u00A0месяцев`}
        </>
      }
      width={720}
      busy={saving}
      closeOnClickOutside={false}
    >
      <form
        id={form}
        className="column grow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble through portals, also to the form that contains this dialog.
          event.stopPropagation();
          if (ready) onSave({ decisions: deciding.decisions, digest: preview.digest });
        }}
      >
        <DialogBody>
          <div className="column gap-5">
            {preview ? (
              <>
                <p aria-live="polite" className={classes.summary}>
                  <b>{showUndecided(occurrences, undecided)}</b>
                  {verdicts && <span className={classes.verdicts}>{verdicts}</span>}
                </p>
                {deciding.changed && (
                  <InlineBox kind="info" announce>
                    Пока вы&nbsp;решали, расписание изменилось. Даты проверены заново, ваши решения сохранены там, где
                    они ещё подходят.
                  </InlineBox>
                )}
                <LetterLine
                  {...silence}
                  kind={wish.status === 'reserved' ? null : 'series-planned'}
                  to={readers}
                  disabled={saving}
                />
                <OccurrenceList occurrences={occurrences} choices={deciding.choices} onChoose={deciding.choose} />
              </>
            ) : error ? (
              <PreviewFailure error={error} onRetry={refetch} />
            ) : (
              <LoadingCards text="Проверяем даты..." columns={1} count={4} />
            )}
          </div>
        </DialogBody>
        <DialogFooter>
          <div className={classes.foot} data-decides={conflicts > 0 || undefined}>
            <p id={id} aria-live="polite" className={classes.reason}>
              {reason}
            </p>
            {conflicts > 0 && (
              <Button
                variant="default"
                className={classes.skip ?? ''}
                onClick={deciding.skipRest}
                // aria-disabled instead of disabled, so that the button keeps the focus after the last conflict has
                // been decided.
                aria-disabled={undecided === 0}
                {...(undecided === 0 && { 'data-disabled': true })}
              >
                Пропустить оставшиеся{undecided > 0 && ` (${undecided})`}
              </Button>
            )}
            <Button variant="default" onClick={onClose} disabled={saving}>
              Назад
            </Button>
            <SubmitButton pending={saving} pendingText="Создание..." disabled={!ready} aria-describedby={id}>
              {preview ? `Создать ${counted(created, SESSIONS_TO_CREATE)}` : 'Сохранить'}
            </SubmitButton>
          </div>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
