import { useRef } from 'react';
import { FieldOfRecord } from '#web/practice/record-form/FieldOfRecord.tsx';
import type { RecordForm } from '#web/practice/record-form/use-record-form.ts';
import { InsertTemplate } from '#web/practice/templates/InsertTemplate.tsx';
import type { SessionForm } from '#web/practice/sessions/session-form.ts';

/** The texts of a session, in its form and in its client's feed. */
export function SessionTextFields(form: Pick<RecordForm<SessionForm>, 'draft' | 'values' | 'errors' | 'change'>) {
  const news = useRef<HTMLTextAreaElement>(null);
  const thoughts = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <div>
        <FieldOfRecord
          form={form}
          field="news"
          label="Новости клиента"
          description="Что произошло с&nbsp;прошлой встречи. Видите только вы"
          data-autofocus
          rows={4}
          ref={news}
        />
        <InsertTemplate field={news} into="Новости клиента" />
      </div>
      <div>
        <FieldOfRecord
          form={form}
          field="thoughts"
          label="Мысли о сессии"
          description="Видите только вы"
          rows={6}
          ref={thoughts}
        />
        <InsertTemplate field={thoughts} into="Мысли о&nbsp;сессии" />
      </div>
    </>
  );
}
