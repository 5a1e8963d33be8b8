import { Button } from '@mantine/core';
import { toldApart } from '#domain/clients/told-apart.ts';
import { statusInWords } from '#domain/sessions/session.ts';
import { isolated } from '#domain/text/isolated.ts';
import classes from '#web/practice/availability/DaysOffSessions.module.css';
import type { AffectedSession } from '#web/practice/availability/affected-sessions.ts';
import { useStatusChange } from '#web/practice/availability/use-cancelling.ts';
import { showDate, showTime, zoned } from '#web/ground/format/dates.ts';
import { SeriesMark } from '#web/practice/series/SeriesMark.tsx';
import { StatusBadge } from '#web/ui/base/StatusBadge.tsx';

interface AffectedRowProps {
  /** The session when the list was opened. */
  session: AffectedSession;
  /** The current session; undefined if another window has deleted it or moved it out of range. */
  now: AffectedSession | undefined;
  /** Whether it is still planned on one of the days. */
  isAffected: boolean;
  timeZone: string;
  disabled: boolean;
  silent: boolean;
}

/** A session affected by days off. Its only button cancels it, and afterwards restores it. */
export function AffectedRow({ session, now, isAffected, timeZone, disabled, silent }: AffectedRowProps) {
  const start = zoned(session.date, timeZone);
  const name = session.expand?.client ? toldApart(session.expand.client) : '';
  const when = start && `${showDate(start)} ${showTime(start)}`;
  const { change, isChanging } = useStatusChange();
  const isCanceled = now?.status === 'canceled';
  return (
    <li className={classes.session}>
      <span className={classes.who}>
        <span className={classes.when}>
          {start && showDate(start)} <b>{start && showTime(start)}</b> <SeriesMark series={session.series} />
        </span>
        <span className="ellipsis shrinks medium" translate="no">
          {name}
        </span>
      </span>
      {isCanceled && (
        <StatusBadge tone="red" sign="x" signOnPhone={now.outcome !== 'late'}>
          {statusInWords(now)}
        </StatusBadge>
      )}
      {now && (isAffected || isCanceled) ? (
        <Button
          variant="default"
          disabled={disabled}
          aria-busy={isChanging}
          aria-label={`${isCanceled ? 'Вернуть' : 'Отменить'}: ${when}, ${isolated(name)}`}
          onClick={() => change(now, isCanceled ? session.status : 'canceled', silent && !isCanceled)}
        >
          {isCanceled ? 'Вернуть' : 'Отменить'}
        </Button>
      ) : (
        <span className="secondary">Изменена</span>
      )}
    </li>
  );
}
