import { inOrder } from '#web/practice/calendar/calendar-entries.ts';
import type { DayEntries } from '#web/practice/calendar/calendar-entries.ts';
import { endOfLate } from '#web/practice/sessions/part-words.ts';
import { RequestCard } from '#web/practice/calendar/RequestCard.tsx';
import { SessionCard } from '#web/practice/sessions/SessionCard.tsx';
import { CardGrid } from '#web/ui/page/CardGrid.tsx';

interface DayCardsProps {
  entries: DayEntries;
  /** The number of sessions is not known yet. */
  loading: boolean;
  timeZone: string;
  onSession: (id: string) => void;
}

/** The cards of a day's sessions and waiting requests by time. */
export function DayCards({ entries, loading, timeZone, onSession }: DayCardsProps) {
  // An empty paragraph reserves the space, so that nothing moves when the sessions arrive.
  const cards = inOrder(entries);
  if (cards.length === 0) return <p className="secondary">{loading ? '\u00A0' : 'Сессий в\u00A0этот день нет.'}</p>;
  return (
    <CardGrid columns={1}>
      {cards.map((card) =>
        'session' in card ? (
          <li key={card.session.id}>
            <SessionCard
              session={card.session}
              timeZone={timeZone}
              until={endOfLate(card, card.session.duration)}
              onOpen={() => onSession(card.session.id)}
            />
          </li>
        ) : (
          <li key={card.request.id}>
            <RequestCard {...card} />
          </li>
        ),
      )}
    </CardGrid>
  );
}
