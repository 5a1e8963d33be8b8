import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '#web/api/session.ts';
import { availabilityQuery } from '#web/availability/queries.ts';
import { showDayInWords } from '#web/format/dates.ts';
import { CLIENTS, counted, NEW_REQUESTS, NOTES } from '#web/format/plural.ts';
import { DayCard } from '#web/landing/DayCard.tsx';
import { nextSession } from '#web/landing/day.ts';
import { countQuery, dayQuery } from '#web/landing/queries.ts';
import { FirstSteps } from '#web/landing/FirstSteps.tsx';
import { Hero } from '#web/landing/Hero.tsx';
import { Shortcuts } from '#web/landing/Shortcuts.tsx';
import { greeting, nextInWords, requestsInWords } from '#web/landing/words.ts';
import { pendingRequestsQuery, profileQuery } from '#web/practice/queries.ts';
import { useTimeZone } from '#web/practice/use-profile.ts';
import { ZoneNotice } from '#web/practice/ZoneNotice.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';
import { useNow } from '#web/ui/page/use-now.ts';

/** Greeting, day and times use the practitioner's zone, so the page renders once it is known. */
export function PractitionerLanding({ user }: { user: User }) {
  const profile = useQuery(profileQuery());
  if (profile.data) return <Day user={user} />;
  if (!profile.isError) return null;
  return (
    <ErrorState
      title="Не удалось загрузить профиль"
      onRetry={() => void profile.refetch()}
      retrying={profile.isFetching}
    />
  );
}

function Day({ user }: { user: User }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const clock = now.toZonedDateTimeISO(timeZone);
  const today = clock.toPlainDate();
  const day = useQuery(dayQuery(today.toString(), timeZone));
  const pending = useQuery(pendingRequestsQuery()).data;
  const clients = useQuery(countQuery('clients')).data;
  const notes = useQuery(countQuery('blog_posts')).data;
  const ever = useQuery({ ...countQuery('sessions'), enabled: day.data?.length === 0 }).data;
  const week = useQuery({ ...availabilityQuery(), enabled: ever === 0 }).data;
  const beginning = ever === 0 && clients !== undefined && week !== undefined;
  const next = nextSession(day.data ?? [], now);
  return (
    <>
      <Hero
        above={showDayInWords(today)}
        title={greeting(user.name, clock.hour)}
        lead={
          beginning ? (
            <p>Три шага, и&nbsp;кабинет готов к&nbsp;работе.</p>
          ) : (
            <Lead next={day.data && nextInWords(next, day.data.length > 0, now, timeZone)} pending={pending ?? 0} />
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
          <DayCard
            label={beginning ? 'С\u00A0чего начать' : 'Сегодня'}
            {...(beginning && {
              instead: <FirstSteps hours={week.some((one) => one.is_available)} clients={clients > 0} />,
            })}
            today={today}
            timeZone={timeZone}
            sessions={day.data}
            onRetry={day.isError && !day.data ? () => void day.refetch() : undefined}
            next={next}
            now={now}
          />
        }
      />
      <Shortcuts
        notes={{
          clients: clients === undefined ? 'контакты и история' : counted(clients, CLIENTS),
          sessions: day.data ? `сегодня ${day.data.length}` : 'время, статус, записи',
          calendar: 'эта неделя',
          notes: notes === undefined ? 'мысли и супервизии' : counted(notes, NOTES),
          booking: pending ? counted(pending, NEW_REQUESTS) : 'новых заявок нет',
        }}
      />
    </>
  );
}

interface LeadProps {
  next: ReturnType<typeof nextInWords> | undefined;
  pending: number;
}

/** The next session and the waiting requests. */
function Lead({ next, pending }: LeadProps) {
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
    </>
  );
}
