import type { ReactNode } from 'react';
import { showDate } from '#web/ground/format/dates.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import { readIsoDate } from '#web/ground/format/iso-date.ts';
import { showInterval } from '#web/practice/series/words.ts';
import { FieldOfRecord } from '#web/practice/record-form/FieldOfRecord.tsx';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { SessionStatusBadge } from '#web/practice/sessions/SessionStatusBadge.tsx';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

type SessionTextsProps = Pick<SessionEditing, 'draft' | 'values' | 'errors' | 'change' | 'series' | 'leavesTexts'> & {
  /** Said between the summary and the fields. */
  overlap: ReactNode;
};

/** Step 2: the texts of a completed session; for any other status a note that it is ready to save. */
export function SessionTexts({ draft, values, errors, change, series, leavesTexts, overlap }: SessionTextsProps) {
  const day = readIsoDate(values.date);
  return (
    <>
      <p className={classes.summary}>
        <span className="nowrap">
          {day && showDate(day)} <b>{values.time}</b>
        </span>
        <span className="secondary">{showDuration(Number(values.duration))}</span>
        <SessionStatusBadge status={values.status} />
        {series && <span className="secondary">{showInterval(series.every_weeks)}</span>}
      </p>
      {overlap}
      {values.status === 'completed' ? (
        <>
          <FieldOfRecord
            draft={draft}
            field="news"
            label="Новости клиента"
            description="Что произошло с&nbsp;прошлой встречи. Видите только вы"
            data-autofocus
            rows={4}
            value={values.news}
            onChange={(event) => change({ news: event.currentTarget.value })}
            error={errors.news}
          />
          <FieldOfRecord
            draft={draft}
            field="thoughts"
            label="Мысли о сессии"
            description="Видите только вы"
            rows={6}
            value={values.thoughts}
            onChange={(event) => change({ thoughts: event.currentTarget.value })}
            error={errors.thoughts}
          />
        </>
      ) : (
        <>
          <InlineBox kind="info">
            {series
              ? 'Перед сохранением покажем все даты: занятые и\u00A0выходные можно пропустить или перенести.'
              : 'Сессия готова к сохранению'}
          </InlineBox>
          {leavesTexts && (
            <InlineBox kind="warning">
              Новости и&nbsp;мысли сохраняются только у&nbsp;состоявшейся сессии. С&nbsp;этим статусом написанное здесь
              не&nbsp;сохранится.
            </InlineBox>
          )}
        </>
      )}
    </>
  );
}
