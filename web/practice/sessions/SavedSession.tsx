import { IconCircleCheck } from '@tabler/icons-react';
import { showDayAndMonth, showTime, showWeekday } from '#web/ground/format/dates.ts';
import type { DaySession } from '#web/practice/sessions/day/day.ts';
import classes from '#web/practice/sessions/SavedSession.module.css';

interface SavedSessionProps {
  session: DaySession;
  timeZone: string;
  onOpen: (id: string) => void;
}

/** The session just saved, wherever it is in the list. */
export function SavedSession({ session, timeZone, onOpen }: SavedSessionProps) {
  const start = session.start.toZonedDateTimeISO(timeZone);
  const day = start.toPlainDate();
  return (
    <button type="button" className={classes.saved} aria-haspopup="dialog" onClick={() => onOpen(session.id)}>
      <IconCircleCheck aria-hidden size={20} stroke={1.6} />
      <span className={classes.text}>
        Сохранено: {showWeekday(day)}, {showDayAndMonth(day).replace(' ', '\u00A0')}, {showTime(start)},{' '}
        <span translate="no">{session.client}</span>
      </span>
    </button>
  );
}
