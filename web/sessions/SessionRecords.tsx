import { Button } from '@mantine/core';
import classes from '#web/sessions/SessionForm.module.css';
import type { SessionEditing } from '#web/sessions/use-session-form.ts';

/** The texts of a completed session, to read before its fields; step 2 shows them in full. */
export function SessionRecords({ editing }: { editing: SessionEditing }) {
  const { values } = editing;
  const { stored } = editing.draft;
  if (editing.session === null || values.status !== 'completed') return null;
  const texts = [
    { label: 'Новости клиента', text: values.news.trim(), draft: values.news !== stored.news },
    { label: 'Мысли о сессии', text: values.thoughts.trim(), draft: values.thoughts !== stored.thoughts },
  ].filter(({ text }) => text !== '');
  if (texts.length === 0) return null;
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
      <Button variant="default" onClick={editing.next}>
        Открыть записи
      </Button>
    </section>
  );
}
