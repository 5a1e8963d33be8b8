import { Button } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { SeriesPreview } from '#domain/series/series.ts';
import type { Agreed } from '#web/practice/series/calls.ts';
import { conflictsIn, decisionsOf, plannedIn, undecidedIn } from '#web/practice/series/preview/choices.ts';
import { OccurrenceList } from '#web/practice/series/preview/OccurrenceList.tsx';
import { showUndecided, showVerdicts } from '#web/practice/series/preview/preview-words.ts';
import classes from '#web/practice/series/preview/Preview.module.css';
import { PreviewFailure } from '#web/practice/series/preview/PreviewFailure.tsx';
import { useChoices } from '#web/practice/series/preview/use-choices.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';

export interface PreviewDialogProps<Preview extends SeriesPreview> {
  /** The id of its form, for one that submits it from elsewhere. */
  form?: string;
  opened: boolean;
  /** Back to the form. */
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  /** Invalidate it after a refused save. For another request, give the dialog another `key` too. */
  queryKey: QueryKey;
  read: (signal: AbortSignal) => Promise<Preview>;
  /** What the main button says; `planned` is how many occurrences become sessions. */
  saveText: (planned: number, preview: Preview) => string;
  pendingText: string;
  /** Why nothing can be saved although everything is decided; null where something can. */
  obstacle: (planned: number, preview: Preview) => string | null;
  saving: boolean;
  /** Keeps the preview as it is, while it is unknown whether a save was stored. */
  held?: boolean;
  onSave: (agreed: Agreed) => void;
  /** Above the occurrences. */
  children?: (preview: Preview) => ReactNode;
}

/** Shows what a series or its change would be, and what to decide before it is saved (SERIES-02). */
export function PreviewDialog<Preview extends SeriesPreview>({
  form,
  opened,
  onClose,
  title,
  subtitle,
  queryKey,
  read,
  saveText,
  pendingText,
  obstacle,
  saving,
  held = false,
  onSave,
  children,
}: PreviewDialogProps<Preview>) {
  const id = useId();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    // Held without data, it would be waited for without end.
    enabled: ({ state }) => opened && !(held && state.data !== undefined),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const { choices, changed, choose, skipRest } = useChoices(data);
  const preview = error ? undefined : data;
  const occurrences = preview?.occurrences ?? [];
  const conflicts = conflictsIn(occurrences).length;
  const undecided = undecidedIn(occurrences, choices).length;
  const planned = plannedIn(occurrences, choices);
  const reason =
    undecided > 0 ? `Осталось решить: ${undecided}` : isFetching ? null : preview ? obstacle(planned, preview) : null;
  const verdicts = showVerdicts(occurrences);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      subtitle={subtitle}
      width={720}
      busy={saving}
      closeOnClickOutside={false}
    >
      <form
        id={form}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React also sends the event to the form that contains this dialog.
          event.stopPropagation();
          if (preview && !reason && !isFetching) onSave({ decisions: decisionsOf(choices), digest: preview.digest });
        }}
      >
        <DialogBody>
          <div tabIndex={-1} data-autofocus className={classes.body}>
            {preview ? (
              <>
                <p role="status" className={classes.summary}>
                  <b>{showUndecided(occurrences, undecided)}</b>
                  {verdicts && <span className={classes.verdicts}>{verdicts}</span>}
                </p>
                {changed && (
                  <InlineBox kind="info" announce>
                    Пока вы&nbsp;решали, расписание изменилось. Даты проверены заново, ваши решения сохранены там, где
                    они ещё подходят.
                  </InlineBox>
                )}
                {children?.(preview)}
                <OccurrenceList occurrences={occurrences} choices={choices} onChoose={choose} />
              </>
            ) : error ? (
              <PreviewFailure error={error} onRetry={() => void refetch()} />
            ) : (
              <LoadingCards text="Проверяем даты..." columns={1} count={4} />
            )}
          </div>
        </DialogBody>
        <DialogFooter>
          <div className={classes.foot} data-decides={conflicts > 0 || undefined}>
            <p id={id} role="status" className={classes.reason}>
              {reason}
            </p>
            {conflicts > 0 && (
              <Button
                variant="default"
                className={classes.skip ?? ''}
                onClick={skipRest}
                // Keeps the focus of the press that has decided the last one.
                aria-disabled={undecided === 0}
                {...(undecided === 0 && { 'data-disabled': true })}
              >
                Пропустить оставшиеся{undecided > 0 && ` (${undecided})`}
              </Button>
            )}
            <Button variant="default" onClick={onClose} disabled={saving}>
              Назад
            </Button>
            <SubmitButton
              pending={saving}
              pendingText={pendingText}
              disabled={!preview || isFetching || reason !== null}
              aria-describedby={id}
            >
              {preview ? saveText(planned, preview) : 'Сохранить'}
            </SubmitButton>
          </div>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
