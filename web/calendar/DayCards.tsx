import type { DaySession } from '#web/calendar/sessions-by-day.ts';
import { SessionCard } from '#web/sessions/SessionCard.tsx';
import { CardGrid } from '#web/ui/page/CardGrid.tsx';

interface DayCardsProps {
  sessions: readonly DaySession[];
  /** The number of sessions is not known yet. */
  loading: boolean;
  timeZone: string;
  onSession: (id: string) => void;
}

/** The cards of a day's sessions by time. */
export function DayCards({ sessions, loading, timeZone, onSession }: DayCardsProps) {
  // An empty paragraph reserves the space, so that nothing moves when the sessions arrive.
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
