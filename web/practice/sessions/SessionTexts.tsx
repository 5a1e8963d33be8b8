import type { ReactNode } from 'react';
import type { SessionOutcome } from '#domain/sessions/session.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { showInterval } from '#web/practice/series/words.ts';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { SessionTextFields } from '#web/practice/sessions/SessionTextFields.tsx';
import { SessionStatusBadge } from '#web/practice/sessions/SessionStatusBadge.tsx';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

type SessionTextsProps = Pick<SessionEditing, 'draft' | 'values' | 'errors' | 'change' | 'series' | 'leavesTexts'> & {
  /** Shown between the summary and the fields. */
  overlap: ReactNode;
  /** The stored outcome; it applies only while the status is unchanged. */
  outcome: SessionOutcome;
};

/** Step 2: the texts of a completed session; for any other status a note that it is ready to save. */
export function SessionTexts({
  draft,
  values,
  errors,
  change,
  series,
  leavesTexts,
  overlap,
  outcome,
}: SessionTextsProps) {
  const day = readIsoDate(values.date);
  return (
    <>
      <p className={classes.summary}>
        <span className="nowrap">
          {day && showDate(day)} <b>{values.time}</b>
        </span>
        <span className="secondary">{showDuration(Number(values.duration))}</span>
        <SessionStatusBadge status={values.status} outcome={outcome} />
        {series && <span className="secondary">{showInterval(series.every_weeks)}</span>}
      </p>
      {overlap}
      {values.status === 'completed' ? (
        <SessionTextFields draft={draft} values={values} errors={errors} change={change} />
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
