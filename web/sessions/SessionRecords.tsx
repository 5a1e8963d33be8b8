import { Button } from '@mantine/core';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { RepeatNextWeek } from '#web/sessions/RepeatNextWeek.tsx';
import classes from '#web/sessions/SessionForm.module.css';
import type { SessionEditing } from '#web/sessions/use-session-form.ts';
import { useNow } from '#web/ui/page/use-now.ts';

/** The texts of a completed session, to read before its fields, and what can be done with a stored session at once. */
export function SessionRecords({ editing }: { editing: SessionEditing }) {
  const { values, session, deleted } = editing;
  const { stored } = editing.draft;
  const now = useNow();
  if (session === null || deleted) return null;
  const texts = [
    { label: 'Новости клиента', text: values.news.trim(), draft: values.news !== stored.news },
    { label: 'Мысли о сессии', text: values.thoughts.trim(), draft: values.thoughts !== stored.thoughts },
  ].filter(({ text }) => values.status === 'completed' && text !== '');
  const begun = Temporal.Instant.compare(parseStoredInstant(session.date), now) <= 0;
  const repeat = session.expand?.client && <RepeatNextWeek session={session} />;
  if (texts.length === 0) {
    return (
      <div className={classes.actions}>
        {begun && values.status !== 'canceled' && (
          <Button variant="default" onClick={editing.write}>
            Записать
          </Button>
        )}
        {repeat}
      </div>
    );
  }
  return (
    <section aria-label="Записи" className={classes.records}>
      <dl>
        {texts.map(({ label, text, draft }) => (
          <div key={label}>
            <dt>
              {label}
              {draft && ', черновик'}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.actions}>
        <Button variant="default" onClick={editing.next}>
          Открыть записи
        </Button>
        {repeat}
      </div>
    </section>
  );
}
