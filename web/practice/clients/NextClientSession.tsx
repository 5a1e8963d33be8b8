import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import classes from '#web/practice/clients/ClientDetails.module.css';
import { showDate, showTime, zoned } from '#web/ground/format/dates.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { pastSessionsQuery } from '#web/practice/clients/session-queries.ts';
import { SeriesMark } from '#web/practice/series/SeriesMark.tsx';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { nextSessionQuery } from '#web/practice/sessions/queries.ts';
import { RepeatNextWeek } from '#web/practice/sessions/RepeatNextWeek.tsx';
import { LitCard } from '#web/ui/page/LitCard.tsx';
import { useNow } from '#web/ui/page/use-now.ts';

/**
 * A client's next session, in a lit card; an ordinary card when none is planned, because only the next session is lit.
 */
export function NextClientSession({ client }: { client: ClientRecord }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const { data } = useQuery(nextSessionQuery(boundaryOf(now), client.id));
  const past = useQuery(pastSessionsQuery(client.id, boundaryOf(now)));
  const start = data ? zoned(data.date, timeZone) : null;
  const repeated = data ?? past.data?.find(({ status }) => status !== 'canceled');
  const action = (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconPlus aria-hidden size={18} stroke={1.8} />}
        renderRoot={(props) => (
          <Link to="/dashboard/sessions/new/$clientId" params={{ clientId: client.id }} {...props} />
        )}
      >
        Новая сессия
      </Button>
      {data !== undefined && repeated && (
        <RepeatNextWeek session={{ ...repeated, client: client.id }} client={client} />
      )}
    </div>
  );
  if (!start) {
    return (
      <div className={classes.plain}>
        <p className="secondary">{data === null ? 'Следующая сессия не\u00A0назначена' : '\u00A0'}</p>
        {action}
      </div>
    );
  }
  return (
    <LitCard shade="none" aria-label="Следующая сессия" action={action}>
      <p className="small secondary">Следующая сессия</p>
      <p className={classes.next}>
        {dayWord(start, now)}
        {showDate(start)} <b>{showTime(start)}</b> <SeriesMark series={data?.series ?? ''} />
      </p>
    </LitCard>
  );
}

function dayWord(start: Temporal.ZonedDateTime, now: Temporal.Instant): string {
  const today = now.toZonedDateTimeISO(start.timeZoneId).toPlainDate();
  const days = today.until(start.toPlainDate()).days;
  return days === 0 ? 'Сегодня, ' : days === 1 ? 'Завтра, ' : '';
}
