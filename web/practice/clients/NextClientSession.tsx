import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import classes from '#web/practice/clients/ClientDetails.module.css';
import { dayWord } from '#web/practice/clients/day-word.ts';
import { showDate, showTime, zoned } from '#web/ground/format/dates.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { pastSessionsQuery } from '#web/practice/clients/session-queries.ts';
import { MessageButton } from '#web/practice/messages/open-message.tsx';
import { seriesQuery } from '#web/practice/series/queries.ts';
import { SeriesMark } from '#web/practice/series/SeriesMark.tsx';
import { recursNextWeek } from '#web/practice/sessions/recurs-next-week.ts';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { nextSessionQuery } from '#web/practice/sessions/queries.ts';
import { RepeatNextWeek } from '#web/practice/sessions/RepeatNextWeek.tsx';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { letterAddress } from '#web/practice/letters/letter-address.ts';
import { LitCard } from '#web/ui/page/LitCard.tsx';
import { useNow } from '#web/ui/page/use-now.ts';

/**
 * A client's next session in a lit card; if none is planned, an ordinary card, because only the next session is lit.
 */
export function NextClientSession({ client }: { client: ClientRecord }) {
  const id = useId();
  const [silent, setSilent] = useState(false);
  const timeZone = useTimeZone();
  const now = useNow();
  const { data } = useQuery(nextSessionQuery(boundaryOf(now), client.id));
  const past = useQuery(pastSessionsQuery(client.id, boundaryOf(now)));
  const start = data ? zoned(data.date, timeZone) : null;
  const repeated = data ?? past.data?.find(({ status }) => status !== 'canceled');
  const address = letterAddress(client, useProfile().client_letters);
  const to = address === '' ? [] : [address];
  const series = useQuery(seriesQuery()).data?.find(({ id: one }) => one === repeated?.series);
  const comes = repeated && repeated.series !== '' && (!series || recursNextWeek(repeated, series, now));
  const canRepeat = data !== undefined && repeated !== undefined && !comes;
  const action = (
    <div className="grid gap-2">
      <Button
        variant="default"
        leftSection={<IconPlus aria-hidden size={18} stroke={1.8} />}
        renderRoot={(props) => (
          <Link
            to="/dashboard/sessions/new/$clientId"
            params={{ clientId: client.id }}
            search={{ from: 'client' }}
            {...props}
          />
        )}
      >
        Новая сессия
      </Button>
      <MessageButton client={client.id} about="next" />
      {canRepeat && (
        <RepeatNextWeek
          session={{ ...repeated, client: client.id }}
          to={to}
          silent={silent}
          describedBy={address === '' ? undefined : id}
        />
      )}
    </div>
  );
  return (
    <div className={classes.repeat}>
      {start ? (
        <LitCard shade="none" aria-label="Следующая сессия" action={action}>
          <p className="small secondary">Следующая сессия</p>
          <p className="lead">
            {dayWord(start, now)}
            {showDate(start)} <b>{showTime(start)}</b> <SeriesMark series={data?.series ?? ''} />
          </p>
        </LitCard>
      ) : (
        <div className={classes.plain}>
          <p className="secondary">{data === null ? 'Следующая сессия не\u00A0назначена' : '\u00A0'}</p>
          {action}
        </div>
      )}
      {canRepeat && <LetterLine kind="repeat" id={id} to={to} silent={silent} onSilent={setSilent} />}
    </div>
  );
}
