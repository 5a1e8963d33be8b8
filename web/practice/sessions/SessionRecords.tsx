import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { isOpen } from '#web/practice/sessions/day/day.ts';
import { MissedButton } from '#web/practice/sessions/MissedButton.tsx';
import { RepeatNextWeek } from '#web/practice/sessions/RepeatNextWeek.tsx';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import classes from '#web/practice/sessions/SessionForm.module.css';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { isWritten, WrittenTexts } from '#web/practice/sessions/WrittenTexts.tsx';
import { useNow } from '#web/ui/page/use-now.ts';

interface SessionRecordsProps extends Pick<SessionEditing, 'values' | 'draft' | 'write'> {
  session: SessionRecord;
  onRead: () => void;
  onRepeat: () => void;
  /** What else can be done with the session. */
  actions: ReactNode;
}

/** The texts of a completed session, to read before its fields, and what can be done with a stored session at once. */
export function SessionRecords({ session, values, draft, write, onRead, onRepeat, actions }: SessionRecordsProps) {
  const { stored, absent } = draft;
  const now = useNow();
  const textOf = (field: 'news' | 'thoughts') => (absent.includes(field) ? undefined : values[field]);
  const shown = values.status === 'completed' ? { news: textOf('news'), thoughts: textOf('thoughts') } : null;
  const begun = Temporal.Instant.compare(parseStoredInstant(session.date), now) <= 0;
  const client = session.expand?.client;
  const repeat = client && (
    <>
      <RepeatNextWeek session={session} client={client} />
      {session.series === '' && session.status !== 'canceled' && (
        <Button variant="default" onClick={onRepeat}>
          Повторять эту сессию
        </Button>
      )}
    </>
  );
  if (!shown || !isWritten(shown)) {
    return (
      <div className={classes.actions}>
        {begun && values.status !== 'canceled' && (
          <Button variant="default" onClick={write}>
            Записать
          </Button>
        )}
        {begun && isOpen(session) && <MissedButton session={session} />}
        {repeat}
        {actions}
      </div>
    );
  }
  return (
    <section aria-label="Записи" className={classes.records}>
      <WrittenTexts
        {...shown}
        drafts={{ news: values.news !== stored.news, thoughts: values.thoughts !== stored.thoughts }}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={onRead}>
          Открыть записи
        </Button>
        {repeat}
        {actions}
      </div>
    </section>
  );
}
