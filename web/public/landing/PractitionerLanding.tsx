import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { holdsTime } from '#domain/sessions/session.ts';
import type { User } from '#web/ground/api/session.ts';
import { availabilityQuery } from '#web/practice/availability/queries.ts';
import { shownClient } from '#web/practice/sessions/shown-client.ts';
import { showDayFrom, showTime, uncapital, zoned } from '#web/ground/format/dates.ts';
import { CLIENTS, counted, NEW_REQUESTS, NOTES, WAITING_SESSIONS } from '#web/ground/format/plural.ts';
import { FirstSteps } from '#web/public/landing/FirstSteps.tsx';
import { Hero } from '#web/public/landing/Hero.tsx';
import { Shortcuts } from '#web/public/landing/Shortcuts.tsx';
import { countNote, greeting, nextInWords, requestsInWords } from '#web/public/landing/words.ts';
import { NewsStrip } from '#web/practice/news/NewsStrip.tsx';
import { useNews } from '#web/practice/news/queries.ts';
import { pendingRequestsQuery, profileQuery } from '#web/practice/own-profile/queries.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { ZoneNotice } from '#web/practice/own-profile/ZoneNotice.tsx';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { nextSession, sessionsOfDay } from '#web/practice/sessions/day/day.ts';
import { WAITING_PAGE } from '#web/practice/sessions/day/lists.ts';
import { dayQuery, openSessionsQuery, waitingBefore } from '#web/practice/sessions/day/queries.ts';
import { DaySheet } from '#web/practice/sessions/day/DaySheet.tsx';
import { nextSessionQuery } from '#web/practice/sessions/queries.ts';
import { ErrorState } from '#web/ui/page/StateCard.tsx';
import { useNow } from '#web/ui/page/use-now.ts';
import { countOptions } from '#web/ground/api/lists.ts';
import { countOf } from '#web/public/landing/lists.ts';

/** Greeting, day and times use the practitioner's zone, so the page renders once that is known. */
export function PractitionerLanding({ user }: { user: User }) {
  const profile = useQuery(profileQuery());
  if (profile.data) return <Day user={user} />;
  if (!profile.isError) return null;
  return <ErrorState title="Не&nbsp;удалось загрузить профиль" onRetry={() => void profile.refetch()} />;
}

function Day({ user }: { user: User }) {
  const { ask_consent } = useProfile();
  const timeZone = useTimeZone();
  const now = useNow();
  const clock = now.toZonedDateTimeISO(timeZone);
  const today = clock.toPlainDate();
  const day = useQuery(dayQuery(today.toString(), timeZone));
  const pending = useQuery(pendingRequestsQuery()).data;
  const clients = useQuery(countQuery('clients')).data;
  const notes = useQuery(countQuery('blog_posts')).data;
  const sessions = day.data && sessionsOfDay(day.data, today, timeZone);
  const planned = sessions?.filter(({ status }) => holdsTime(status)).length;
  const open = useQuery(openSessionsQuery(today, timeZone, WAITING_PAGE)).data;
  const isEmpty = sessions?.length === 0;
  const ever = useQuery({ ...countQuery('sessions'), enabled: isEmpty }).data;
  const week = useQuery({ ...availabilityQuery(), enabled: ever === 0 }).data;
  // Checked because the count is not refetched once the day has sessions.
  const beginning = isEmpty && ever === 0 && clients !== undefined && week !== undefined;
  const next = nextSession(sessions ?? [], now);
  const isOver = sessions !== undefined && !next;
  const ahead = useQuery({ ...nextSessionQuery(boundaryOf(now)), enabled: isOver }).data ?? null;
  const later = isOver && ahead ? zoned(ahead.date, timeZone) : null;
  // The content below waits until the height of the news is known.
  const { coming: isNewsComing, ...news } = useNews();
  return (
    <>
      <Hero
        title={greeting(user.name, clock.hour)}
        lead={
          beginning ? (
            <p>Пять шагов, и&nbsp;кабинет готов к&nbsp;работе.</p>
          ) : (
            <Lead
              next={
                planned === undefined
                  ? undefined
                  : nextInWords(next, planned > 0, isEmpty ? null : later, now, timeZone)
              }
              pending={pending ?? 0}
              unmarked={open ? waitingBefore(open, today, timeZone).total : 0}
            />
          )
        }
        actions={
          <>
            <Button size="lg" renderRoot={(props) => <Link to="/dashboard" {...props} />}>
              Открыть кабинет
            </Button>
            {pending !== undefined && pending > 0 && (
              <Button
                size="lg"
                variant="default"
                renderRoot={(props) => <Link to="/dashboard/online-booking" {...props} />}
              >
                Посмотреть заявки
              </Button>
            )}
          </>
        }
        below={<ZoneNotice />}
        day={
          <DaySheet
            {...(beginning && {
              title: 'С\u00A0чего начать',
              instead: (
                <FirstSteps
                  hours={week.some((one) => one.is_available)}
                  consent={ask_consent}
                  requests={(pending ?? 0) > 0}
                  clients={clients > 0}
                />
              ),
            })}
            hanging
            timeZone={timeZone}
            sessions={sessions}
            onRetry={day.isError && !day.data ? () => void day.refetch() : undefined}
            now={now}
            open="address"
            action={
              <>
                {ahead && later && (
                  <NextAhead
                    id={ahead.id}
                    client={ahead.expand?.client && shownClient(ahead)}
                    start={later}
                    today={today}
                  />
                )}
                <Button
                  variant="default"
                  renderRoot={(props) => <Link to="/dashboard/sessions/new" search={{ from: 'home' }} {...props} />}
                >
                  Новая сессия
                </Button>
              </>
            }
          />
        }
      />
      {!isNewsComing && (
        <>
          <NewsStrip news={news} now={now} timeZone={timeZone} />
          <Shortcuts
            notes={{
              clients: countNote(clients, CLIENTS, 'контакты и\u00A0история', 'пока нет'),
              sessions: planned === undefined ? 'время, статус, записи' : `сегодня ${planned || 'нет'}`,
              calendar: 'эта неделя',
              notes: countNote(notes, NOTES, 'мысли и\u00A0супервизии', 'пока нет'),
              booking: countNote(pending, NEW_REQUESTS, 'заявки по\u00A0ссылке', 'новых заявок нет'),
            }}
          />
        </>
      )}
    </>
  );
}

interface NextAheadProps {
  id: string;
  client: string | undefined;
  start: Temporal.ZonedDateTime;
  today: Temporal.PlainDate;
}

/** On a free day, a link to the next session. */
function NextAhead({ id, client, start, today }: NextAheadProps) {
  return (
    <p>
      Ближайшая сессия:{' '}
      <Link to="/dashboard/sessions" search={{ session: id }} state={{ opener: true }}>
        {uncapital(showDayFrom(today, start.toPlainDate()))}, <b>{showTime(start)}</b>
      </Link>
      {client && (
        <>
          , <span translate="no">{client}</span>
        </>
      )}
    </p>
  );
}

interface LeadProps {
  next: ReturnType<typeof nextInWords> | undefined;
  pending: number;
  unmarked: number;
}

/** The next session, the waiting requests, and the sessions that wait for a mark. */
function Lead({ next, pending, unmarked }: LeadProps) {
  const waiting = requestsInWords(pending);
  return (
    <>
      <p>
        {next ? (
          <>
            {next.before}
            <strong>{next.time}</strong>
            {next.after}
          </>
        ) : (
          '\u00A0'
        )}
      </p>
      {pending > 0 && (
        <p>{next?.time ? `И\u00A0${waiting}.` : `${waiting.charAt(0).toUpperCase()}${waiting.slice(1)}.`}</p>
      )}
      {unmarked > 0 && (
        <p>
          <Link to="/dashboard/sessions">{counted(unmarked, WAITING_SESSIONS)}</Link>
        </p>
      )}
    </>
  );
}

/** The number of a practitioner's records in a collection. */
function countQuery(collection: 'clients' | 'sessions' | 'blog_posts') {
  return countOptions([collection, 'count'], countOf(collection));
}
