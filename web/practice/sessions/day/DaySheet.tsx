import { Fragment, type ReactNode, useId } from 'react';
import { showDayFrom, showTime } from '#web/ground/format/dates.ts';
import { showUntil } from '#web/ground/format/relative-time.ts';
import {
  nextSession,
  rowAfterNow,
  sessionEnd,
  sessionsOfDay,
  showPlanned,
  type OpenBy,
} from '#web/practice/sessions/day/day.ts';
import type { DaySession } from '#web/practice/sessions/day/day.ts';
import { DayMark } from '#web/practice/sessions/day/DayMark.tsx';
import { DayRow } from '#web/practice/sessions/day/DayRow.tsx';
import classes from '#web/practice/sessions/day/DaySheet.module.css';
import { DeskLamp, Lamp } from '#web/ui/base/Lamp.tsx';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';

interface DaySheetProps {
  /** Replaces «Сегодня, вторник, 24 ноября». */
  title?: string;
  now: Temporal.Instant;
  timeZone: string;
  /** undefined while loading; sessions of other days are filtered out. */
  sessions: readonly DaySession[] | undefined;
  /** Present when loading failed. */
  onRetry?: (() => void) | undefined;
  open: OpenBy;
  /** Whether the sheet hangs under the lamp. */
  hanging?: boolean;
  /** Replaces the text of a free day. */
  instead?: ReactNode;
  /** Shown below the text of a free day. */
  action?: ReactNode;
}

/** The sessions of the practitioner's day, sorted by time, with the current or next one highlighted (SESSION-12). */
export function DaySheet({
  title,
  now,
  timeZone,
  onRetry,
  open,
  hanging = false,
  instead,
  action,
  ...props
}: DaySheetProps) {
  const heading = useId();
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const sessions = props.sessions && sessionsOfDay(props.sessions, today, timeZone);
  return (
    <section className={classes.card} data-hanging={hanging || undefined} aria-labelledby={heading}>
      {hanging && !onRetry && <Lamp shade="cord-desktop" />}
      <div className={classes.content}>
        <div className={classes.head}>
          <h2 id={heading} className="lead">
            {title ?? showDayFrom(today, today)}
          </h2>
          {sessions && sessions.length > 0 && (
            <span className="small secondary">{showPlanned(sessions, today, timeZone)}</span>
          )}
        </div>
        {sessions?.length === 0 &&
          (instead ?? (
            <div className={classes.free}>
              <p>Сегодня свободный день</p>
              {action}
            </div>
          ))}
        {onRetry && (
          <div role="alert" className={classes.failed}>
            <DeskLamp lit={false} />
            <p>Ошибка при загрузке сессий</p>
            <RetryButton onRetry={onRetry} />
          </div>
        )}
        {!sessions && !onRetry && (
          <div aria-hidden className={classes.waiting}>
            <div className={classes.row} />
            <div className={classes.row} />
            <div className={classes.row} />
          </div>
        )}
        {sessions && sessions.length > 0 && (
          <Rows sessions={sessions} today={today} now={now} timeZone={timeZone} open={open} />
        )}
        {sessions && open !== null && <DayMark day={today} sessions={sessions} timeZone={timeZone} now={now} />}
      </div>
    </section>
  );
}

interface RowsProps extends Pick<DaySheetProps, 'now' | 'timeZone' | 'open'> {
  sessions: readonly DaySession[];
  today: Temporal.PlainDate;
}

function Rows({ sessions, today, now, timeZone, open }: RowsProps) {
  const next = nextSession(sessions, now);
  const afterNow = rowAfterNow(sessions, now);
  return (
    <ol role="list">
      {sessions.map((session, index) => (
        <Fragment key={session.id}>
          {index === afterNow && (
            <li aria-hidden className={classes.now}>
              <span>{showTime(now.toZonedDateTimeISO(timeZone))}</span>
            </li>
          )}
          <DayRow
            session={session}
            day={today}
            timeZone={timeZone}
            now={now}
            open={open}
            place={placeOf(session, next, now)}
            until={session === next ? untilOf(session, now, timeZone) : null}
          />
        </Fragment>
      ))}
    </ol>
  );
}

function placeOf(session: DaySession, next: DaySession | null, now: Temporal.Instant): 'past' | 'next' | 'later' {
  if (session.id === next?.id) return 'next';
  const over = session.status !== 'scheduled' && session.status !== 'reserved';
  return over || Temporal.Instant.compare(sessionEnd(session), now) <= 0 ? 'past' : 'later';
}

/** 'через 1 ч 20 мин', 'идёт до 15:50' */
function untilOf(session: DaySession, now: Temporal.Instant, timeZone: string): string | null {
  if (Temporal.Instant.compare(session.start, now) > 0) return showUntil(session.start, now);
  return `идёт до\u00A0${showTime(sessionEnd(session).toZonedDateTimeISO(timeZone))}`;
}
