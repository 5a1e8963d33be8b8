import { showDayInWords } from '#web/ground/format/dates.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { awaitsMark, type DaySession } from '#web/practice/sessions/day/day.ts';
import classes from '#web/practice/sessions/day/DaySheet.module.css';
import type { MarkDayProps } from '#web/practice/sessions/MarkDay.tsx';

// Loads on demand, because few days need it.
const MarkDay = lazyPart(async () => (await import('#web/practice/sessions/MarkDay.tsx')).MarkDay, {
  coming: null,
});

interface DayMarkProps extends MarkDayProps {
  sessions: readonly DaySession[];
  now: Temporal.Instant;
  /** Shows the day next to the button, for a list of several days. */
  named?: boolean;
}

/** «Все состоялись» for a day on which more than one session waits for a mark. */
export function DayMark({ sessions, now, named = false, ...day }: DayMarkProps) {
  // A session that began on the day before is marked in its own row.
  const isOn = ({ start }: DaySession) => start.toZonedDateTimeISO(day.timeZone).toPlainDate().equals(day.day);
  if (sessions.filter((session) => isOn(session) && awaitsMark(session, now)).length < 2) return null;
  return (
    <div className={classes.markAll}>
      {named && <span className="small secondary">{showDayInWords(day.day)}</span>}
      <MarkDay {...day} />
    </div>
  );
}
