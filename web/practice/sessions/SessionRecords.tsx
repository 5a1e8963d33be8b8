import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { isOpen } from '#web/practice/sessions/day/day.ts';
import { MissedButton } from '#web/practice/sessions/MissedButton.tsx';
import { RepeatNextWeek } from '#web/practice/sessions/RepeatNextWeek.tsx';
import classes from '#web/practice/sessions/SessionForm.module.css';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { isWritten, WrittenTexts } from '#web/practice/sessions/WrittenTexts.tsx';
import { useNow } from '#web/ui/page/use-now.ts';

/** The texts of a completed session, to read before its fields, and what can be done with a stored session at once. */
export function SessionRecords({ editing, actions }: { editing: SessionEditing; actions?: ReactNode }) {
  const { values, session, deleted } = editing;
  const { stored, absent } = editing.draft;
  const now = useNow();
  if (session === null || deleted) return null;
  const textOf = (field: 'news' | 'thoughts') => (absent.includes(field) ? undefined : values[field]);
  const shown = values.status === 'completed' ? { news: textOf('news'), thoughts: textOf('thoughts') } : null;
  const begun = Temporal.Instant.compare(parseStoredInstant(session.date), now) <= 0;
  const client = session.expand?.client;
  const repeat = client && (
    <>
      <RepeatNextWeek session={session} client={client} />
      {session.series === '' && session.status !== 'canceled' && (
        <Button variant="default" onClick={() => editing.setRepeating(true)}>
          Повторять эту сессию
        </Button>
      )}
    </>
  );
  if (!shown || !isWritten(shown)) {
    return (
      <div className={classes.actions}>
        {begun && values.status !== 'canceled' && (
          <Button variant="default" onClick={editing.write}>
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
        <Button variant="default" onClick={editing.next}>
          Открыть записи
        </Button>
        {repeat}
        {actions}
      </div>
    </section>
  );
}
