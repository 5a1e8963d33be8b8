import { useRef } from 'react';
import { FieldOfRecord } from '#web/practice/record-form/FieldOfRecord.tsx';
import type { RecordForm } from '#web/practice/record-form/use-record-form.ts';
import { InsertTemplate } from '#web/practice/templates/InsertTemplate.tsx';
import type { SessionForm } from '#web/practice/sessions/session-form.ts';

/** The texts of a session, in its form and in its client's feed. */
export function SessionTextFields({
  draft,
  values,
  errors,
  change,
}: Pick<RecordForm<SessionForm>, 'draft' | 'values' | 'errors' | 'change'>) {
  const news = useRef<HTMLTextAreaElement>(null);
  const thoughts = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <div>
        <FieldOfRecord
          draft={draft}
          field="news"
          label="Новости клиента"
          description="Что произошло с&nbsp;прошлой встречи. Видите только вы"
          data-autofocus
          rows={4}
          ref={news}
          value={values.news}
          onChange={(event) => change({ news: event.currentTarget.value })}
          error={errors.news}
        />
        <InsertTemplate field={news} into="Новости клиента" />
      </div>
      <div>
        <FieldOfRecord
          draft={draft}
          field="thoughts"
          label="Мысли о сессии"
          description="Видите только вы"
          rows={6}
          ref={thoughts}
          value={values.thoughts}
          onChange={(event) => change({ thoughts: event.currentTarget.value })}
          error={errors.thoughts}
        />
        <InsertTemplate field={thoughts} into="Мысли о&nbsp;сессии" />
      </div>
    </>
  );
}
