import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readToday } from '#web/ground/browser/clock.ts';
import { statusOf } from '#web/ground/api/errors.ts';
import classes from '#web/practice/clients/card/Feed.module.css';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { ChangedElsewhere } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { DeletedElsewhere } from '#web/practice/record-form/DeletedElsewhere.tsx';
import { DraftLine } from '#web/practice/record-form/DraftLine.tsx';
import { cached } from '#web/practice/record-form/save-record.ts';
import { useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { changeSession } from '#web/practice/sessions/actions.ts';
import { refreshSessions, sessionQuery, type SessionRecord } from '#web/practice/sessions/queries.ts';
import {
  changesOf,
  isTypedSession,
  newSessionForm,
  isKeptAsDraft,
  SESSION_WORDS,
  type SessionForm,
  sessionRules,
} from '#web/practice/sessions/session-form.ts';
import { SessionTextFields } from '#web/practice/sessions/SessionTextFields.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { Coming } from '#web/ui/page/Coming.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { toast } from '#web/ui/toast/toast.ts';

/** Leaves the open editor, then calls `goOn`. */
export type LeaveEditor = (goOn: () => void) => void;

export interface FeedEditorProps {
  /** The id of the session. */
  id: string;
  /** Receives the function with which others leave this editor. */
  onLeave: (leave: LeaveEditor | null) => void;
  onClose: () => void;
  onReopen: () => void;
}

const COMING = <LoadingCards text="Загрузка..." columns={1} count={1} height={320} />;

/** Edits the texts of one session in place; shares its draft with the session's own form (CARD-02). */
export const FeedEditor = withDrafts(SessionOfFeed, COMING);

function SessionOfFeed(props: FeedEditorProps) {
  const query = useQuery(sessionQuery(props.id));
  const { data: session } = query;
  if (session) return <TextsForm {...props} session={session} deleted={statusOf(query.error) === 404} />;
  return <Coming query={query} failed="Ошибка при загрузке сессии" text="Загрузка..." count={1} height={320} />;
}

function TextsForm({
  id,
  onLeave,
  onClose,
  onReopen,
  session,
  deleted,
}: FeedEditorProps & { session: SessionRecord; deleted: boolean }) {
  const timeZone = useTimeZone();
  const form = useRecordForm<SessionForm, SessionRecord>({
    ...sessionRules(timeZone, 'always'),
    name: `session-${id}`,
    record: session,
    start: newSessionForm(readToday(timeZone)),
    isFields: isTypedSession,
    deleted,
    keptAsDraft: isKeptAsDraft,
    reopen: onReopen,
    source: cached(sessionQuery(id)),
    change: (changes, _newest, fields) => changeSession(id, changesOf(changes, fields, timeZone), false),
    refresh: () => void refreshSessions(),
    onSaved: (_values, shown) => {
      toast.success('Сессия обновлена');
      if (shown) onClose();
    },
    onFailure: (error, again) => failureToast('Ошибка при обновлении сессии', error, again),
  });
  const { draft, values, guard } = form;
  useEffect(() => {
    onLeave(guard.leave);
    return () => onLeave(null);
  });
  const box = `${form.id}-texts`;
  useEffect(() => {
    const texts = document.getElementById(box);
    texts?.querySelector('textarea')?.focus({ preventScroll: true });
    texts?.closest('li')?.scrollIntoView({ block: 'nearest' });
  }, [box]);
  return (
    <form id={form.id} noValidate aria-label="Записи сессии" className={classes.editor} onSubmit={form.onSubmit}>
      {deleted ? (
        <DeletedElsewhere
          title="Эту сессию удалили в&nbsp;другом месте."
          text={[values.news, values.thoughts].filter((text) => text.trim() !== '').join('\n\n')}
        >
          Сохранить записи уже не&nbsp;получится, но&nbsp;их&nbsp;можно скопировать.
        </DeletedElsewhere>
      ) : (
        <ChangedElsewhere draft={draft} words={SESSION_WORDS} />
      )}
      <div id={box} className={classes.editor}>
        <SessionTextFields draft={draft} values={values} errors={form.errors} change={form.change} />
      </div>
      <div className={classes.save}>
        <DraftLine className={classes.draft} draft={draft} />
        <Button variant="default" onClick={() => guard.discard(onClose)}>
          {deleted ? 'Закрыть' : 'Отмена'}
        </Button>
        <SubmitButton pending={form.saving} pendingText="Сохранение..." disabled={deleted}>
          Сохранить
        </SubmitButton>
      </div>
    </form>
  );
}
