import { Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type FormEvent } from 'react';
import { NOTE_LIMITS, noteValues } from '#domain/notes/note.ts';
import { isTexts } from '#web/api/drafts.ts';
import { fieldTexts, statusOf } from '#web/api/errors.ts';
import { readNewest } from '#web/api/newest.ts';
import { useDraft } from '#web/api/use-draft.ts';
import { showTime } from '#web/format/dates.ts';
import classes from '#web/notes/Notes.module.css';
import { NoteChangedElsewhere } from '#web/notes/NoteChangedElsewhere.tsx';
import { addNote, changeNote, noteInput, noteQuery, type NoteInput, type NoteRecord } from '#web/notes/queries.ts';
import { useTimeZone } from '#web/profile/use-time-zone.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { DateField } from '#web/ui/DateField.tsx';
import { DeletedElsewhere } from '#web/ui/DeletedElsewhere.tsx';
import { failureToast } from '#web/ui/failure-toast.ts';
import { focusFirstError } from '#web/ui/form-focus.ts';
import { LeaveDialog } from '#web/ui/LeaveDialog.tsx';
import { LoadingCards } from '#web/ui/LoadingCards.tsx';
import { ErrorState } from '#web/ui/StateCard.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useLeaveGuard } from '#web/ui/use-leave-guard.ts';
import { useSending } from '#web/ui/use-sending.ts';

/** The editor of a note that is stored. */
export function StoredNoteEditor({ id }: { id: string }) {
  const note = useQuery(noteQuery(id));
  const gone = statusOf(note.error) === 404;
  if (note.data) return <NoteEditor note={note.data} deleted={gone} />;
  return (
    <div className={classes.page}>
      <BackLink to="/dashboard/notes">Заметки</BackLink>
      {note.isError ? (
        <ErrorState
          title={gone ? 'Заметка не найдена' : 'Не удалось загрузить заметку'}
          {...(gone && { hint: 'Возможно, её удалили.' })}
          onRetry={() => void note.refetch()}
          retrying={note.isFetching}
        />
      ) : (
        <LoadingCards text="Загрузка заметки..." columns={1} count={1} height={420} />
      )}
    </div>
  );
}

type Errors = Partial<Record<keyof NoteInput, string>>;

interface NoteEditorProps {
  note: NoteRecord | null;
  /** It was deleted elsewhere while it stood here. */
  deleted?: boolean;
}

/** A sheet of paper: date, title, text. What is typed is kept as a draft of this tab until it is saved. */
export function NoteEditor({ note, deleted = false }: NoteEditorProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const { sending, send } = useSending();
  const formId = useId();
  const [errors, setErrors] = useState<Errors>({});
  const stored = note
    ? noteInput(note)
    : { title: '', content: '', date: Temporal.Now.plainDateISO(timeZone).toString() };
  const draft = useDraft<NoteInput>({
    name: `note-${note?.id ?? 'new'}`,
    stored,
    isFields: isTexts('title', 'content', 'date'),
    shared: note !== null,
  });
  const guard = useLeaveGuard({
    isUnsaved: draft.isUnsaved,
    isLong: draft.isLong,
    onLeave: () => deleted && draft.forget(),
    onDiscard: draft.forget,
  });
  const { values } = draft;

  const change = (part: Partial<NoteInput>) => {
    draft.change(part);
    setErrors({ ...errors, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) });
  };
  const store = async () => {
    if (!note || deleted) {
      await addNote(draft.newId, values);
      return true;
    }
    const newest = noteInput(await readNewest(queryClient, noteQuery(note.id)));
    const merged = draft.over(newest);
    if (merged) await changeNote(note.id, merged, newest);
    return merged !== null;
  };
  const save = async () => {
    const checked = noteValues.safeParse(values);
    if (!checked.success) {
      setErrors(Object.fromEntries(checked.error.issues.map((issue) => [String(issue.path[0]), issue.message])));
      focusFirstError();
      return;
    }
    try {
      if (!(await store())) return;
    } catch (error) {
      setErrors(fieldTexts(error));
      failureToast(note ? 'Ошибка при обновлении поста' : 'Ошибка при создании поста', error, formId);
      return;
    }
    draft.forget();
    await queryClient.invalidateQueries({ queryKey: ['blog_posts'] });
    toast.success(note && !deleted ? 'Заметка обновлена' : 'Заметка добавлена');
    await navigate({ to: '/dashboard/notes' });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(save);
  };
  return (
    <form id={formId} className={classes.page} onSubmit={submit} noValidate>
      <h1 className="visually-hidden">{note ? 'Редактирование заметки' : 'Новая заметка'}</h1>
      <div className={classes.bar}>
        <BackLink to="/dashboard/notes">Заметки</BackLink>
        <p className={classes.draft} role="status">
          {draft.keptAt && `Черновик сохранён в ${showTime(draft.keptAt.toZonedDateTimeISO(timeZone))}`}
        </p>
        <SubmitButton pending={sending} pendingText="Сохранение...">
          {deleted ? 'Сохранить как новую' : 'Сохранить'}
        </SubmitButton>
      </div>
      <div className={classes.notices}>
        {deleted && (
          <DeletedElsewhere
            title="Эту заметку удалили в&nbsp;другом окне."
            text={`${values.title}\n\n${values.content}`}
          >
            Текст остался здесь: его можно сохранить как новую заметку или скопировать.
          </DeletedElsewhere>
        )}
        {!deleted && <NoteChangedElsewhere draft={draft} stored={stored} />}
      </div>
      <div className={classes.sheet}>
        <DateField
          quiet
          label="Дата"
          value={values.date}
          today={Temporal.Now.plainDateISO(timeZone)}
          error={errors.date}
          onChange={(date) => change({ date })}
        />
        <Textarea
          label="Заголовок"
          placeholder="Заголовок"
          classNames={{ label: 'visually-hidden', input: classes.titleInput ?? '' }}
          minRows={1}
          maxLength={NOTE_LIMITS.titleMax}
          value={values.title}
          error={errors.title}
          onChange={(event) => change({ title: event.currentTarget.value.replaceAll('\n', ' ') })}
        />
        <Textarea
          label="Текст"
          // Under a sheet of this height nobody would see it.
          inputWrapperOrder={['label', 'error', 'input']}
          placeholder="Текст заметки"
          classNames={{ label: 'visually-hidden', input: classes.contentInput ?? '' }}
          rows={14}
          value={values.content}
          error={errors.content}
          onChange={(event) => change({ content: event.currentTarget.value })}
        />
      </div>
      <LeaveDialog guard={guard} fate={deleted ? 'lost' : 'kept'} />
    </form>
  );
}
