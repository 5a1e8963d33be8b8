import { Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type FormEvent } from 'react';
import { NOTE_LIMITS, noteValues } from '#domain/notes/note.ts';
import { completeFields } from '#web/api/complete-fields.ts';
import { isTexts } from '#web/api/drafts.ts';
import { fieldTexts, statusOf } from '#web/api/errors.ts';
import { readNewest } from '#web/api/newest.ts';
import { type Sent, useDraft } from '#web/api/use-draft.ts';
import classes from '#web/notes/Notes.module.css';
import { NoteChangedElsewhere } from '#web/notes/NoteChangedElsewhere.tsx';
import { addNote, changeNote } from '#web/notes/actions.ts';
import { noteInput, noteQuery, type NoteInput, type NoteRecord } from '#web/notes/queries.ts';
import { useTimeZone } from '#web/practice/use-time-zone.ts';
import { BackLink } from '#web/ui/page/BackLink.tsx';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { DeletedElsewhere } from '#web/ui/draft/DeletedElsewhere.tsx';
import { DraftLine } from '#web/ui/draft/DraftLine.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { focusDecision, focusFirstError } from '#web/ui/form/form-focus.ts';
import { LeaveDialog } from '#web/ui/draft/LeaveDialog.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { toast } from '#web/ui/toast/toast.tsx';
import { useLeaveGuard } from '#web/ui/draft/use-leave-guard.ts';
import { useSending } from '#web/ui/form/use-sending.ts';
import { withDrafts } from '#web/ui/draft/with-drafts.tsx';

const COMING = <LoadingCards text="Загрузка заметки..." columns={1} count={1} height={420} />;

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
        COMING
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
export const NoteEditor = withDrafts(NoteSheet, COMING);

function NoteSheet({ note, deleted = false }: NoteEditorProps) {
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
    shared: note !== null && !deleted,
  });
  const guard = useLeaveGuard({
    isUnsaved: draft.isUnsaved,
    isLong: draft.isLong,
    onLeave: () => draft.leave(() => !deleted),
    onDiscard: draft.forget,
  });
  const { values } = draft;

  const change = (part: Partial<NoteInput>) => {
    draft.change(part);
    setErrors({ ...errors, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) });
  };
  const check = (typed: NoteInput): boolean => {
    const found = completeFields(noteValues, typed, note && !deleted ? noteInput(note) : null).errors;
    setErrors(found);
    const isRefused = Object.keys(found).length > 0;
    if (isRefused) focusFirstError();
    return !isRefused;
  };
  const store = async (): Promise<Sent<NoteInput> | null> => {
    if (!check(draft.now())) return null;
    if (!note || deleted) {
      const { sent, ...attempt } = draft.attempt();
      await addNote(attempt, sent);
      return { sent, now: noteValues.parse(sent) };
    }
    const query = noteQuery(note.id);
    const newest = await readNewest(queryClient, query);
    const sent = draft.over(noteInput(newest));
    if (!sent) {
      focusDecision();
      return null;
    }
    const now = completeFields(noteValues, sent, noteInput(newest)).fields;
    await changeNote(note.id, now, noteInput(newest));
    queryClient.setQueryData(query.queryKey, { ...newest, ...now });
    return { sent, now };
  };
  const save = async () => {
    try {
      if (!(await draft.send(store))) return;
    } catch (error) {
      setErrors(fieldTexts(error));
      failureToast(note ? 'Ошибка при обновлении поста' : 'Ошибка при создании поста', error, formId);
      return;
    }
    void queryClient.invalidateQueries({ queryKey: ['blog_posts'] });
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
        <DraftLine className={classes.draft} keptAt={draft.keptAt} timeZone={timeZone} />
        <SubmitButton pending={sending} pendingText="Сохранение...">
          {deleted ? 'Сохранить как новую' : 'Сохранить'}
        </SubmitButton>
      </div>
      <div className={classes.notices}>
        {deleted && (
          <DeletedElsewhere
            title="Эту заметку удалили в&nbsp;другом месте."
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
      <LeaveDialog guard={guard} fate={deleted || draft.refused ? 'lost' : 'kept'} />
    </form>
  );
}
