import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { showDayInWords, showTime } from '#web/format/dates.ts';
import { counted, SESSIONS } from '#web/format/plural.ts';
import { sessionEnd } from '#web/landing/day.ts';
import type { DaySession } from '#web/landing/day.ts';
import classes from '#web/landing/DayCard.module.css';
import { SessionStatusBadge } from '#web/sessions/SessionStatusBadge.tsx';
import { DeskLamp, Lamp } from '#web/ui/base/Lamp.tsx';

interface DayCardProps {
  today: Temporal.PlainDate;
  timeZone: string;
  /** undefined while loading. */
  sessions: DaySession[] | undefined;
  /** Present when loading failed. */
  onRetry?: (() => void) | undefined;
  next: DaySession | null;
  now: Temporal.Instant;
  label: string;
  /** Shown instead of a free day. */
  instead?: ReactNode;
}

/** The day under the lamp. */
export function DayCard({ today, timeZone, sessions, onRetry, next, now, label, instead }: DayCardProps) {
  return (
    <section className={classes.card} aria-label={label}>
      {!onRetry && <Lamp shade="cord-desktop" />}
      <div className={classes.content}>
        <div className={classes.head}>
          <h2 className={classes.date}>{instead ? label : showDayInWords(today)}</h2>
          {sessions && sessions.length > 0 && (
            <span className="small secondary nowrap">{counted(sessions.length, SESSIONS)}</span>
          )}
        </div>
        {sessions?.length === 0 && (instead ?? <p className={classes.free}>Сегодня свободный день</p>)}
        {onRetry && (
          <div role="alert" className={classes.failed}>
            <DeskLamp lit={false} />
            <p>Ошибка при загрузке сессий</p>
            <Button variant="default" onClick={onRetry}>
              Повторить
            </Button>
          </div>
        )}
        {!sessions && !onRetry && (
          <div aria-hidden className={classes.waiting}>
            <div className={classes.row} />
            <div className={classes.row} />
            <div className={classes.row} />
          </div>
        )}
        <ul>
          {sessions?.map((session) => (
            <li key={session.id} className={classes.row} data-place={placeOf(session, next, now)}>
              <time className={classes.time}>{showTime(session.start.toZonedDateTimeISO(timeZone))}</time>
              <span className={classes.client} title={session.client}>
                {session.client}
              </span>
              <SessionStatusBadge status={session.status} signOnPhone />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function placeOf(session: DaySession, next: DaySession | null, now: Temporal.Instant): 'past' | 'next' | 'later' {
  if (session.id === next?.id) return 'next';
  const over = session.status === 'completed' || Temporal.Instant.compare(sessionEnd(session), now) <= 0;
  return over ? 'past' : 'later';
}
