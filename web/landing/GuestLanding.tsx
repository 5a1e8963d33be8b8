import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DayCard } from '#web/landing/DayCard.tsx';
import { exampleDay } from '#web/landing/day.ts';
import { Hero } from '#web/landing/Hero.tsx';
import { Shortcuts } from '#web/landing/Shortcuts.tsx';

/** The example's clock is at 13:40: two sessions are over, two are still to come. */
const EXAMPLE_NOW = '13:40';

export function GuestLanding() {
  const timeZone = Temporal.Now.timeZoneId();
  const today = Temporal.Now.plainDateISO();
  const sessions = exampleDay(today, timeZone);
  return (
    <>
      <Hero
        title="Порядок в практике, тишина в голове"
        lead={
          <p>
            Клиенты, сессии, заметки и&nbsp;<span className="nowrap">онлайн-запись</span> психолога в&nbsp;одном
            спокойном месте.
          </p>
        }
        actions={
          <Button size="lg" renderRoot={(props) => <Link to="/auth" {...props} />}>
            Войти или зарегистрироваться
          </Button>
        }
        below="До 3 клиентов бесплатно"
        day={
          <DayCard
            label="Пример рабочего дня"
            today={today}
            timeZone={timeZone}
            sessions={sessions}
            next={sessions[2] ?? null}
            now={today.toZonedDateTime({ timeZone, plainTime: EXAMPLE_NOW }).toInstant()}
          />
        }
      />
      <Shortcuts
        notes={{
          clients: 'контакты и история',
          sessions: 'время, статус, записи',
          calendar: 'день, неделя, месяц',
          notes: 'мысли и супервизии',
          booking: 'заявки по ссылке',
        }}
      />
    </>
  );
}
