import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { LettersOffBox } from '#web/practice/clients/LettersOffBox.tsx';
import classes from '#web/practice/clients/card/Card.module.css';
import { ClientPhone } from '#web/practice/clients/ClientPhone.tsx';
import { InArchive } from '#web/practice/clients/InArchive.tsx';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { MessageButton } from '#web/practice/messages/open-message.tsx';
import { AddButton } from '#web/ui/page/AddButton.tsx';
import { BackLink } from '#web/ui/page/BackLink.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { useQuery } from '@tanstack/react-query';
import { showDate, showTime, zoned } from '#web/ground/format/dates.ts';
import { dayWord } from '#web/practice/clients/day-word.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { SeriesMark } from '#web/practice/series/SeriesMark.tsx';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { nextSessionQuery } from '#web/practice/sessions/queries.ts';
import { LitCard } from '#web/ui/page/LitCard.tsx';
import { useNow } from '#web/ui/page/use-now.ts';

/** The client's name, the next meeting, and the most used actions (CARD-01). */
export function CardHead({ client }: { client: ClientRecord }) {
  return (
    <>
      <PageHeader
        above={<BackToOrigin />}
        title={<span translate="no">{client.name}</span>}
        subtitle={<ClientPhone phone={client.phone} />}
        action={
          <>
            <MessageButton client={client.id} about="next" />
            <AddButton
              link={{
                to: '/dashboard/sessions/new/$clientId',
                params: { clientId: client.id },
                search: { from: 'card' },
                state: { opener: true },
              }}
            >
              Новая сессия
            </AddButton>
          </>
        }
      />
      {client.archived && <InArchive client={client} />}
      {client.letters_off && (
        <div className="below-4">
          <LettersOffBox why={client.letters_off} />
        </div>
      )}
      <NextMeeting client={client.id} />
    </>
  );
}

/** A link back to the screen that led here, or to the clients if the address was opened directly. */
function BackToOrigin() {
  const { history } = useRouter();
  const came = useRouterState({ select: ({ location }) => location.state.opener === true });
  if (!came) return <BackLink to="/dashboard">Клиенты</BackLink>;
  return (
    <BackLink
      to="/dashboard"
      onClick={(event) => {
        event.preventDefault();
        history.back();
      }}
    >
      К&nbsp;прежнему экрану
    </BackLink>
  );
}

/** A link to a client's next meeting; its space is reserved while it loads. */
function NextMeeting({ client }: { client: string }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const { data: session } = useQuery(nextSessionQuery(boundaryOf(now), client));
  const start = session ? zoned(session.date, timeZone) : null;
  if (!session || !start) {
    return (
      <section aria-label="Следующая сессия" className={classes.next}>
        <p className={`secondary ${classes.none}`}>
          {session === null ? 'Следующая сессия не\u00A0назначена' : '\u00A0'}
        </p>
      </section>
    );
  }
  return (
    <div className={classes.next}>
      <LitCard shade="none" aria-label="Следующая сессия">
        <p className="small secondary">Следующая сессия</p>
        <p className="lead">
          <Link className="link" to="/dashboard/sessions" search={{ session: session.id }} state={{ opener: true }}>
            {dayWord(start, now)}
            {showDate(start)} <b>{showTime(start)}</b>
          </Link>{' '}
          <SeriesMark series={session.series} />
        </p>
      </LitCard>
    </div>
  );
}
