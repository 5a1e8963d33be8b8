import { Button } from '@mantine/core';
import { toldApart } from '#domain/clients/told-apart.ts';
import { showDayFrom, showTime, zoned } from '#web/ground/format/dates.ts';
import { SeriesMark } from '#web/practice/series/SeriesMark.tsx';
import classes from '#web/practice/sessions/NextSession.module.css';
import type { SessionCardRecord } from '#web/practice/sessions/queries.ts';
import { LitCard } from '#web/ui/page/LitCard.tsx';

interface NextSessionProps {
  session: SessionCardRecord | null;
  timeZone: string;
  now: Temporal.Instant;
  onOpen: (id: string) => void;
}

/** The next session, in a lit card; renders nothing when none is planned. */
export function NextSession({ session, timeZone, now, onOpen }: NextSessionProps) {
  const client = session?.expand?.client;
  const start = session ? zoned(session.date, timeZone) : null;
  // This screen lists only sessions whose client exists (SESSION-01).
  if (!session || !client || !start || Temporal.Instant.compare(start.toInstant(), now) <= 0) return null;
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  return (
    <div className={classes.place}>
      <LitCard
        shade="small"
        aria-label="Ближайшая сессия"
        action={
          <Button variant="default" onClick={() => onOpen(session.id)}>
            Открыть
          </Button>
        }
      >
        <p className="small secondary">Ближайшая сессия</p>
        <p className="above-1 medium">{showDayFrom(today, start.toPlainDate())}</p>
        <p className={classes.when}>
          <span className={classes.time}>{showTime(start)}</span>
          <span className="ellipsis lead shrinks medium" translate="no">
            {toldApart(client)}
          </span>
          <SeriesMark series={session.series} />
        </p>
      </LitCard>
    </div>
  );
}
