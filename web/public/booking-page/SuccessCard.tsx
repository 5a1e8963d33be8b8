import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { showPhone } from '#domain/clients/phone.ts';
import controls from '#web/public/visitor/controls.module.css';
import type { OfferedTime } from '#web/public/visitor/free-time.ts';
import { DesktopMark } from '#web/public/visitor/DesktopMark.tsx';
import { Steps } from '#web/public/booking-page/Steps.tsx';
import classes from '#web/public/booking-page/SuccessCard.module.css';
import { TimeInWords } from '#web/public/visitor/TimeInWords.tsx';
import type { Zones } from '#web/public/visitor/zone-comparison.ts';
import { SingleCard } from '#web/ui/base/SingleCard.tsx';

interface SuccessCardProps {
  psychologist: string;
  time: OfferedTime;
  phone?: string;
  email?: string;
  visit: string;
  zones: Zones;
  onAgain: () => void;
}

/** Specification §2: the sent request and what happens next. */
export function SuccessCard({ psychologist, time, phone, email, visit, zones, onAgain }: SuccessCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <SingleCard wide mark={<DesktopMark />}>
      <h1 ref={title} tabIndex={-1} className={classes.title}>
        <IconCircleCheck aria-hidden size={24} stroke={1.8} />
        Заявка отправлена!
      </h1>
      <p className={classes.psychologist}>
        Психолог: <span translate="no">{psychologist}</span>
      </p>
      <div className={classes.time}>
        <span className="small secondary block">Желаемое время</span>
        <TimeInWords time={time} zones={zones} clockNamed />
      </div>
      <h2 className={classes.next}>Что дальше</h2>
      <Steps>
        <span className={classes.done}>Заявка отправлена</span>
        <>
          Психолог рассмотрит её&nbsp;в&nbsp;течение <span className="nowrap">24 часов</span>
        </>
        <>
          Позвонит вам, чтобы подтвердить запись
          {phone && <span className={classes.phone}>{showPhone(phone)}</span>}
          {email && <span className={classes.phone}>Подтверждение придёт и&nbsp;письмом на&nbsp;{hintAt(email)}</span>}
        </>
      </Steps>
      <p className="small secondary above-5">Телефон психолога указан в&nbsp;профиле специалиста.</p>
      {visit && (
        <p className="small secondary above-5">
          <a href={`/visit#token=${visit}`}>Страница заявки</a>: здесь её&nbsp;можно отозвать.
        </p>
      )}
      <button type="button" className={`${controls.secondary} ${classes.again}`} onClick={onAgain}>
        Создать еще одну заявку
      </button>
    </SingleCard>
  );
}

/** 'а…@почта.рф': enough for its owner to recognise the address. */
function hintAt(email: string): string {
  const at = email.lastIndexOf('@');
  // The word joiner prevents a line break inside the address.
  return `${[...email][0]}…\u2060${email.slice(at)}`;
}
