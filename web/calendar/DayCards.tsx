import type { DaySession } from '#web/calendar/sessions-by-day.ts';
import { SessionCard } from '#web/sessions/SessionCard.tsx';
import { CardGrid } from '#web/ui/page/CardGrid.tsx';

interface DayCardsProps {
  sessions: readonly DaySession[];
  /** Whether there are any is not known yet. */
  loading: boolean;
  timeZone: string;
  onSession: (id: string) => void;
}

/** The cards of a day's sessions by time. */
export function DayCards({ sessions, loading, timeZone, onSession }: DayCardsProps) {
  // The line is kept free, so that nothing moves when it is known.
  if (sessions.length === 0) return <p className="secondary">{loading ? '\u00A0' : 'Сессий в этот день нет.'}</p>;
  return (
    <CardGrid columns={1}>
      {sessions.map(({ session }) => (
        <li key={session.id}>
          <SessionCard session={session} timeZone={timeZone} onOpen={() => onSession(session.id)} />
        </li>
      ))}
    </CardGrid>
  );
}
