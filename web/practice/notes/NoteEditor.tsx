import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { NOTE_RULES } from '#domain/notes/note.ts';
import { not } from '#domain/rule.ts';
import { statusOf } from '#web/ground/api/errors.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { NO_SUCH_DATE } from '#web/ground/format/typed-date.ts';
import { COMING, NoteComing } from '#web/practice/notes/NoteComing.tsx';
import classes from '#web/practice/notes/Notes.module.css';
import { addNote, changeNote } from '#web/practice/notes/actions.ts';
import { noteInput, noteQuery, type NoteInput, type NoteRecord } from '#web/practice/notes/queries.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { ChangedElsewhere, type FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { DeletedElsewhere } from '#web/practice/record-form/DeletedElsewhere.tsx';
import { DraftLine } from '#web/practice/record-form/DraftLine.tsx';
import { FieldOfRecord } from '#web/practice/record-form/FieldOfRecord.tsx';
import { fieldOf } from '#web/practice/record-form/field-props.ts';
import { cached } from '#web/practice/record-form/save-record.ts';
import { useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { InsertTemplate } from '#web/practice/templates/InsertTemplate.tsx';
import { BackLink } from '#web/ui/page/BackLink.tsx';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { readToday } from '#web/ground/browser/clock.ts';

/** The editor of a stored note. */
export function StoredNoteEditor({ id }: { id: string }) {
  const note = useQuery(noteQuery(id));
  const gone = statusOf(note.error) === 404;
  if (note.data) return <NoteEditor note={note.data} deleted={gone} />;
  return <NoteComing query={note} />;
}

const WORDS: FormWords<NoteInput> = {
  date: { what: 'дата', show: ({ date }) => showDate(Temporal.PlainDate.from(date)) },
  title: { what: 'заголовок' },
  content: { what: 'текст', text: true },
};

/** Typed text that is no date stays in the field. */
const RULES = {
  ...NOTE_RULES,
  date: { checks: [...NOTE_RULES.date.checks, not((date: string) => !readIsoDate(date), NO_SUCH_DATE)] },
};

interface NoteEditorProps {
  note: NoteRecord | null;
  /** The note has been deleted elsewhere while it is open here. */
  deleted?: boolean;
}

/** A sheet of paper: date, title, text. Typed values stay in the tab's draft until they are saved. */
export const NoteEditor = withDrafts(NoteSheet, COMING);

function NoteSheet({ note, deleted = false }: NoteEditorProps) {
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const today = readToday(timeZone);
  const form = useRecordForm<NoteInput, NoteRecord>({
    name: `note-${note?.id ?? 'new'}`,
    record: note,
    start: { title: '', content: '', date: today.toString() },
    formOf: noteInput,
    rules: RULES,
    deleted,
    create: addNote,
    source: cached(noteQuery(note?.id ?? '')),
    change: (changes, { id }) => changeNote(id, changes),
    refresh: () => void readAgain(['blog_posts']),
    onSaved: async (_, shown) => {
      toast.success(note && !deleted ? 'Заметка обновлена' : 'Заметка добавлена');
      if (shown) await navigate({ to: '/dashboard/notes' });
    },
    onFailure: (error, id) =>
      failureToast(note ? 'Ошибка при обновлении поста' : 'Ошибка при создании поста', error, id),
  });
  const { draft, values } = form;
  const title = useRef<HTMLTextAreaElement>(null);
  const content = useRef<HTMLTextAreaElement>(null);
  const isNew = note === null;
  useEffect(() => {
    if (isNew) title.current?.focus();
  }, [isNew]);
  return (
    <form
      id={form.id}
      aria-labelledby={`${form.id}-title`}
      className={classes.page}
      onSubmit={form.onSubmit}
      noValidate
    >
      <h1 id={`${form.id}-title`} className="visually-hidden">
        {note ? 'Редактирование заметки' : 'Новая заметка'}
      </h1>
      <div className={classes.bar}>
        <BackLink to="/dashboard/notes">Заметки</BackLink>
        <DraftLine className={classes.draft} draft={draft} />
        <SubmitButton pending={form.saving} pendingText="Сохранение...">
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
        {!deleted && <ChangedElsewhere draft={draft} words={WORDS} />}
      </div>
      <div className={classes.sheet}>
        <DateField quiet label="Дата" today={today} {...fieldOf(form, 'date')} />
        <FieldOfRecord
          form={form}
          field="title"
          label="Заголовок"
          placeholder="Заголовок"
          classNames={{ label: 'visually-hidden', input: classes.titleInput ?? '' }}
          rows={1}
          ref={title}
          clean={(typed) => typed.replaceAll('\n', ' ')}
        />
        <FieldOfRecord
          form={form}
          field="content"
          label="Текст"
          // Above the text, because below such a tall field the error would be out of view.
          inputWrapperOrder={['label', 'error', 'input']}
          placeholder="Текст заметки"
          classNames={{ label: 'visually-hidden', input: classes.contentInput ?? '' }}
          rows={14}
          ref={content}
        />
        <InsertTemplate field={content} into="Текст" />
      </div>
    </form>
  );
}
