import { showDayInWords } from '#web/ground/format/dates.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { awaitsMark, type DaySession } from '#web/practice/sessions/day/day.ts';
import classes from '#web/practice/sessions/day/DaySheet.module.css';
import type { MarkDayProps } from '#web/practice/sessions/MarkDay.tsx';

// Few days wait for a mark.
const MarkDay = lazyPart(async () => (await import('#web/practice/sessions/MarkDay.tsx')).MarkDay, {
  coming: null,
});

interface DayMarkProps extends MarkDayProps {
  sessions: readonly DaySession[];
  now: Temporal.Instant;
  /** Names the day beside the button, where several stand under one another. */
  named?: boolean;
}

/** «Все состоялись» of a day on which more than one session waits for a mark. */
export function DayMark({ sessions, now, named = false, ...day }: DayMarkProps) {
  // What reaches over midnight is marked in its row.
  const isOn = ({ start }: DaySession) => start.toZonedDateTimeISO(day.timeZone).toPlainDate().equals(day.day);
  if (sessions.filter((session) => isOn(session) && awaitsMark(session, now)).length < 2) return null;
  return (
    <div className={classes.markAll}>
      {named && <span className="small secondary">{showDayInWords(day.day)}</span>}
      <MarkDay {...day} />
    </div>
  );
}
