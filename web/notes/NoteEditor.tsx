import { Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { NOTE_LIMITS, noteValues } from '#domain/notes/note.ts';
import { isTexts } from '#web/api/drafts.ts';
import { fieldTexts, statusOf } from '#web/api/errors.ts';
import { useDraft } from '#web/api/use-draft.ts';
import { showTime } from '#web/format/dates.ts';
import classes from '#web/notes/Notes.module.css';
import { addNote, changeNote, noteQuery, type NoteInput, type NoteRecord } from '#web/notes/queries.ts';
import { useTimeZone } from '#web/profile/use-time-zone.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { DateField } from '#web/ui/DateField.tsx';
import { failureToast } from '#web/ui/failure-toast.ts';
import { focusFirstError } from '#web/ui/form-focus.ts';
import { LoadingCards } from '#web/ui/LoadingCards.tsx';
import { ErrorState } from '#web/ui/StateCard.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useSending } from '#web/ui/use-sending.ts';

/** The editor of a note that is stored. */
export function StoredNoteEditor({ id }: { id: string }) {
  const note = useQuery(noteQuery(id));
  if (note.data) return <NoteEditor note={note.data} />;
  const gone = statusOf(note.error) === 404;
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

/** A sheet of paper: date, title, text. What is typed is kept as a draft of this tab until it is saved. */
export function NoteEditor({ note }: { note: NoteRecord | null }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const { sending, send } = useSending();
  const [errors, setErrors] = useState<Errors>({});
  const stored: NoteInput = note
    ? { title: note.title, content: note.content, date: note.date.slice(0, 10) }
    : { title: '', content: '', date: Temporal.Now.plainDateISO(timeZone).toString() };
  const draft = useDraft({ name: `note-${note?.id ?? 'new'}`, stored, isValues: isTexts('title', 'content', 'date') });
  const { values } = draft;

  const change = (part: Partial<NoteInput>) => {
    draft.change({ ...values, ...part });
    setErrors({ ...errors, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) });
  };
  const save = async () => {
    const checked = noteValues.safeParse(values);
    if (!checked.success) {
      setErrors(Object.fromEntries(checked.error.issues.map((issue) => [String(issue.path[0]), issue.message])));
      focusFirstError();
      return;
    }
    try {
      if (note) await changeNote(note.id, values);
      else await addNote(draft.newId, values);
    } catch (error) {
      setErrors(fieldTexts(error));
      failureToast(note ? 'Ошибка при обновлении поста' : 'Ошибка при создании поста', error);
      return;
    }
    draft.forget();
    await queryClient.invalidateQueries({ queryKey: ['blog_posts'] });
    toast.success(note ? 'Заметка обновлена' : 'Заметка добавлена');
    await navigate({ to: '/dashboard/notes' });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(save);
  };
  return (
    <form className={classes.page} onSubmit={submit} noValidate>
      <h1 className="visually-hidden">{note ? 'Редактирование заметки' : 'Новая заметка'}</h1>
      <div className={classes.bar}>
        <BackLink to="/dashboard/notes">Заметки</BackLink>
        <p className={classes.draft} role="status">
          {draft.keptAt && `Черновик сохранён в ${showTime(draft.keptAt.toZonedDateTimeISO(timeZone))}`}
        </p>
        <SubmitButton pending={sending} pendingText="Сохранение...">
          Сохранить
        </SubmitButton>
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
    </form>
  );
}
