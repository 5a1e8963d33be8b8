import { type DayEntries, type DayRequest, inOrder } from '#web/practice/calendar/calendar-entries.ts';
import { endOfLate } from '#web/practice/sessions/part-words.ts';
import { SessionCard } from '#web/practice/sessions/SessionCard.tsx';
import { CardGrid, CardLink } from '#web/ui/page/CardGrid.tsx';
import { BOOKING_DURATION, BOOKING_STATUS_LABEL } from '#domain/booking/booking.ts';
import waiting from '#web/practice/calendar/RequestCard.module.css';
import { linkTo, nameRequest } from '#web/practice/calendar/request-words.ts';
import { showDate, showTime } from '#web/ground/format/dates.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import classes from '#web/practice/sessions/SessionCard.module.css';
import { StatusBadge } from '#web/ui/base/StatusBadge.tsx';

interface DayCardsProps {
  entries: DayEntries;
  /** True while the number of sessions is unknown. */
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

/** A waiting request among a day's sessions; a link to its screen (CAL-04). */
function RequestCard({ request, ...on }: DayRequest) {
  const end = endOfLate(on, BOOKING_DURATION);
  return (
    <CardLink {...linkTo(request)} className={`${classes.card} ${waiting.card}`}>
      <span className={classes.head}>
        <span>
          {showDate(on.start)}{' '}
          <b>
            {showTime(on.start)}
            {end !== null && `–${end}`}
          </b>
        </span>
        <span className={classes.badge}>
          <StatusBadge tone="yellow" sign="clock">
            {BOOKING_STATUS_LABEL.pending}
          </StatusBadge>
        </span>
      </span>
      <span className={classes.name} title={request.name}>
        {nameRequest(request)}
      </span>
      <span className={classes.length}>{showDuration(BOOKING_DURATION)}</span>
    </CardLink>
  );
}
