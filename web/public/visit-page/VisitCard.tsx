import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { CancelQuestion } from '#web/public/visit-page/CancelQuestion.tsx';
import { NoticeBox } from '#web/public/visit-page/NoticeBox.tsx';
import classes from '#web/public/visit-page/VisitCard.module.css';
import type { FoundVisit } from '#web/public/visit-page/visit-state.ts';
import { dialLink, limitsOf, movesLeft, timeOf, titleOf } from '#web/public/visit-page/visit-words.ts';
import controls from '#web/public/visitor/controls.module.css';
import type { OfferedTime } from '#web/public/visitor/free-time.ts';
import { visitorTime, whoseTime, type Zones } from '#web/public/visitor/zone-comparison.ts';
import { showDayAndMonth, showDayInWords } from '#web/ground/format/dates.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import { ClockNotice } from '#web/public/visitor/ClockNotice.tsx';
import { SingleCard } from '#web/ui/base/SingleCard.tsx';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { readClock } from '#web/ground/browser/clock.ts';
import { TextWithLink } from '#web/public/visit-page/TextWithLink.tsx';
import type { Place } from '#domain/places/place.ts';

interface VisitCardProps extends Pick<FoundVisit, 'visit' | 'done' | 'notice'> {
  zones: Zones;
  sending: boolean;
  /** True when this card replaces the list of free times. */
  takesFocus: boolean;
  onCancel: () => void;
  onMove: () => void;
}

/** Whose visit it is and when, the time limits, and the buttons; after an action, the result. */
export function VisitCard({ visit, done, notice, zones, sending, takesFocus, onCancel, onMove }: VisitCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  if (isAsking && visit.cancel.may === 'no') setAsking(false);
  const title = titleOf(visit, done);
  const time = timeOf(visit);

  useEffect(() => {
    // If there is a notice, that takes the focus.
    if ((!takesFocus && done === null) || document.activeElement !== document.body) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [takesFocus, done]);

  // Returns the focus to the button that the question replaced.
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && !isAsking && document.activeElement === document.body) {
      (cancel.current ?? heading.current)?.focus();
    }
    wasAsking.current = isAsking;
  }, [isAsking]);

  const when =
    visit.status === 'cancelled' ? (
      <s>
        <DayAndTime time={time} />
      </s>
    ) : (
      <DayAndTime time={time} />
    );
  return (
    <SingleCard wide mark={false}>
      <p className="secondary">{visit.kind === 'session' ? 'Встреча' : 'Заявка на\u00A0встречу'}</p>
      <p className="medium anywhere" translate="no">
        {visit.name}
      </p>
      <h1 ref={heading} tabIndex={-1} className={title ? classes.title : classes.when}>
        {title ? (
          <>
            {done && <IconCircleCheck aria-hidden size={24} stroke={1.8} />}
            {title}
          </>
        ) : (
          when
        )}
      </h1>
      {title && <p className={classes.when}>{when}</p>}
      <Zoned time={time} zones={zones} />
      <p className={classes.details}>{showDuration(visit.duration)}</p>
      {visit.place && <VisitPlace place={visit.place} />}
      {visit.pay && <VisitPay pay={visit.pay} />}
      {(done === 'late' || visit.late) && <p className={classes.details}>Отмена отмечена как поздняя.</p>}
      {notice && <NoticeBox key={notice.kind} notice={notice} className="above-5" />}
      <p aria-live="polite" className={classes.limits}>
        <LimitWords visit={visit} zones={zones} asking={isAsking} />
      </p>
      <ClockNotice />
      {isAsking ? (
        <CancelQuestion visit={visit} sending={sending} onConfirm={onCancel} onBack={() => setAsking(false)} />
      ) : (
        <div className={classes.actions}>
          {visit.again && (
            <a className={controls.secondary} href={visit.again}>
              Выбрать другое время
            </a>
          )}
          {visit.move.may === 'yes' && (
            <button type="button" className={controls.secondary} onClick={onMove}>
              Перенести
            </button>
          )}
          {visit.cancel.may !== 'no' && (
            <button
              ref={cancel}
              type="button"
              className={`${controls.secondary} ${classes.cancel}`}
              onClick={() => setAsking(true)}
            >
              {visit.kind === 'session' ? 'Отменить встречу' : 'Отозвать заявку'}
            </button>
          )}
        </div>
      )}
    </SingleCard>
  );
}

/** 'Среда, 25 ноября, 15:00'; a line may break only after the weekday. */
function DayAndTime({ time: { date, time } }: { time: OfferedTime }) {
  const day = Temporal.PlainDate.from(date);
  const [weekday = ''] = showDayInWords(day).split(',');
  return (
    <>
      {weekday},{' '}
      <span className="nowrap">
        {showDayAndMonth(day)}, {time}
      </span>
    </>
  );
}

/** 'по московскому времени, у вас 17:00' if the clocks differ. */
function Zoned({ time, zones }: { time: OfferedTime; zones: Zones }) {
  const whose = whoseTime(time, zones);
  const own = visitorTime(time, zones);
  if (!whose) return null;
  return (
    <p className={classes.details}>
      {whose}
      {own && (
        <>
          , <strong className="nowrap">{own.date ? `${own.time}, ${own.date}` : own.time}</strong>
        </>
      )}
    </p>
  );
}

interface LimitWordsProps {
  visit: VisitPage;
  zones: Zones;
  /** The question itself states the terms of a late cancellation. */
  asking: boolean;
}

/** 'Отменить или перенести можно до …', or only by phone. */
function LimitWords({ visit, zones, asking }: LimitWordsProps) {
  const { text, terms, call } = limitsOf(visit, zones, readClock());
  const link = dialLink(visit.phone);
  return (
    <>
      {[text, asking ? '' : terms, movesLeft(visit)].filter(Boolean).join(' ')}
      {call && (
        <>
          {text && ' '}
          {call} {link ? <a href={link}>{visit.phone}</a> : <bdi>{visit.phone}</bdi>}.
        </>
      )}
    </>
  );
}

/** «Как оплатить: 3 500 ₽. Перевод по номеру …» (MONEY-07); keeps the practitioner's line breaks. */
function VisitPay({ pay: { text, link, sum } }: { pay: NonNullable<VisitPage['pay']> }) {
  return (
    <p className={classes.pay}>
      Как оплатить:{' '}
      {sum !== '' && (
        <>
          <strong className="nowrap">{sum}</strong>.{' '}
        </>
      )}
      <TextWithLink text={text} link={link} between={text === '' ? '' : '\n'} />
    </p>
  );
}

/** Where the visit takes place (PLACE-02); a link shows its address. */
function VisitPlace({ place: { kind, text, link } }: { place: Place }) {
  if (kind === 'none') return null;
  const usual = kind === 'online' ? 'Онлайн' : kind === 'office' ? 'В\u00A0кабинете' : '';
  return (
    <p className={classes.place}>
      <TextWithLink text={text || usual} link={link} between=": " />
    </p>
  );
}
