import { clockZone } from '#web/ground/browser/clock-zone.ts';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { exampleDay } from '#web/public/landing/example-day.ts';
import { Hero } from '#web/public/landing/Hero.tsx';
import { Shortcuts } from '#web/public/landing/Shortcuts.tsx';
import { DaySheet } from '#web/practice/sessions/day/DaySheet.tsx';
import { readToday } from '#web/ground/browser/clock.ts';

/** The example's clock shows 13:40: two sessions are over, two are still to come. */
const EXAMPLE_NOW = '13:40';

export function GuestLanding() {
  const timeZone = clockZone();
  const today = readToday(clockZone());
  return (
    <>
      <Hero
        title="Порядок в&nbsp;практике, тишина в&nbsp;голове"
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
        below="До&nbsp;3 клиентов бесплатно"
        day={
          <DaySheet
            title="Пример рабочего дня"
            hanging
            timeZone={timeZone}
            sessions={exampleDay(today, timeZone)}
            now={today.toZonedDateTime({ timeZone, plainTime: EXAMPLE_NOW }).toInstant()}
            open={null}
          />
        }
      />
      <Shortcuts
        notes={{
          clients: 'контакты и\u00A0история',
          sessions: 'время, статус, записи',
          calendar: 'день, неделя, месяц',
          notes: 'мысли и\u00A0супервизии',
          booking: 'заявки по\u00A0ссылке',
        }}
      />
    </>
  );
}
