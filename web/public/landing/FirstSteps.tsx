import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { ZoneName } from '#web/practice/own-profile/ZoneName.tsx';
import classes from '#web/public/landing/FirstSteps.module.css';

interface FirstStepsProps {
  hours: boolean;
  consent: boolean;
  /** A visitor has already used the link. */
  requests: boolean;
  clients: boolean;
}

/** Replaces the day's card until the practice has its first session. */
export function FirstSteps({ hours, consent, requests, clients }: FirstStepsProps) {
  const timeZone = useTimeZone();
  return (
    <ol className={classes.steps}>
      <Step done={hours} link={{ to: '/dashboard/availability-settings' }} title="Задать рабочие часы">
        По&nbsp;ним посетители видят свободное время. Часовой пояс: <ZoneName timeZone={timeZone} />
      </Step>
      <Step
        done={consent}
        link={{ to: '/dashboard/profile', search: { section: 'consent' } }}
        title="Включить согласие на&nbsp;обработку данных"
      >
        Его&nbsp;попросит страница записи: посетители оставляют на&nbsp;ней имя, телефон и&nbsp;то, что
        их&nbsp;беспокоит
      </Step>
      <Step done={requests} link={{ to: '/dashboard/online-booking' }} title="Отправить ссылку">
        По&nbsp;ней посетители сами выбирают время, а&nbsp;вы&nbsp;отвечаете на&nbsp;заявку
      </Step>
      <Step done={clients} link={{ to: '/dashboard', search: { client: 'new' } }} title="Добавить клиента">
        Достаточно имени и&nbsp;телефона
      </Step>
      <Step done={false} link={{ to: '/dashboard/sessions/new', search: { from: 'home' } }} title="Назначить сессию">
        Она появится здесь и&nbsp;в&nbsp;календаре
      </Step>
    </ol>
  );
}

interface StepProps {
  done: boolean;
  link: LinkProps;
  title: string;
  children: ReactNode;
}

function Step({ done, link, title, children }: StepProps) {
  return (
    <li className={classes.step} data-done={done || undefined}>
      <span className={classes.sign}>{done && <IconCheck aria-hidden size={14} stroke={2.4} />}</span>
      <span>
        <Link {...link} className={classes.link}>
          {title}
        </Link>
        {done && <span className="visually-hidden">, готово</span>}
        <span className="small secondary block">{children}</span>
      </span>
    </li>
  );
}
