import { useEffect, useRef, useState } from 'react';
import type { BookingPage as Page, BookingPageData, DaySlots } from '#domain/booking/booking.ts';
import { BookingForm } from '#web/public/booking-page/BookingForm.tsx';
import { bookingAddress, readFreeTime } from '#web/public/booking-page/booking-api.ts';
import classes from '#web/public/booking-page/BookingPage.module.css';
import { FailedScreen } from '#web/public/visitor/CrashGuard.tsx';
import { ClosedCard } from '#web/public/booking-page/ClosedCard.tsx';
import { ClockNotice } from '#web/public/visitor/ClockNotice.tsx';
import { DesktopMark } from '#web/public/visitor/DesktopMark.tsx';
import { FreeTimeStore } from '#web/public/visitor/free-time-store.ts';
import { KeptRequest } from '#web/public/booking-page/kept-request.ts';
import { FullCard } from '#web/public/booking-page/FullCard.tsx';
import { monthOf } from '#web/public/visitor/month-grid.ts';
import { Steps } from '#web/public/booking-page/Steps.tsx';
import { SuccessCard } from '#web/public/booking-page/SuccessCard.tsx';
import type { SentForm } from '#web/public/booking-page/use-booking.ts';
import { usePage } from '#web/public/booking-page/use-page.ts';
import { Waiting } from '#web/public/visitor/Waiting.tsx';
import { ownZone } from '#web/ground/browser/own-zone.ts';
import type { Zones } from '#web/public/visitor/zone-comparison.ts';
import { readClock } from '#web/ground/browser/clock.ts';
import notFoundCard from '#web/public/booking-page/NotFoundCard.module.css';
import { showOnly } from '#web/public/visitor/only-toast.ts';
import { DeskLamp } from '#web/ui/base/Lamp.tsx';

/** /booking/{hash}: loading, then the not-found card, or the form and the result of its request. */
export function BookingPage({ data }: { data: BookingPageData | null }) {
  const { hash, state, retry } = usePage(data);
  switch (state.status) {
    case 'waiting':
      return <Waiting page>Загрузка...</Waiting>;
    case 'failed':
      return (
        <FailedScreen
          title="Не&nbsp;удалось открыть страницу"
          hint="Проверьте соединение и&nbsp;попробуйте ещё раз."
          action="Повторить"
          onAction={retry}
        />
      );
    case 'missing':
      return <NotFoundCard />;
    case 'found':
      return <Booking hash={hash} page={state.page} days={data?.slots?.days ?? []} full={data?.full} />;
  }
}

/** Phone and e-mail address are not stored, so after a reload they are unknown. */
type Sent = Pick<SentForm, 'time' | 'visit'> & Partial<SentForm>;

interface BookingProps {
  hash: string;
  page: Page;
  /** The free times delivered with the page. */
  days: readonly DaySlots[];
  /** True if there was no free time when the page was delivered. */
  full: true | undefined;
}

function Booking({ hash, page, days, full }: BookingProps) {
  const address = bookingAddress(hash);
  const [kept] = useState(() => new KeptRequest(hash));
  const [zones] = useState<Zones>(() => ({ practitioner: page.timeZone, visitor: ownZone() }));
  const [store] = useState(
    () =>
      new FreeTimeStore({
        timeZone: page.timeZone,
        days,
        now: () => readClock(),
        read: (from, to) => readFreeTime(address, from, to),
      }),
  );
  const [sent, setSent] = useState<Sent | null>(() => {
    const time = kept.sentTime(readClock());
    return time && { time, visit: kept.sentVisit() };
  });
  const [consent, setConsent] = useState(page.consent);
  const [requests, setRequests] = useState(0);
  // Once shown, the form stays, even if the last free time is taken while the visitor types.
  const [waits, setWaits] = useState(() => full === true && kept.isEmpty());

  useEffect(() => {
    document.title = `${page.name} — запись на консультацию`;
  }, [page.name]);

  // Only after the form has unmounted, otherwise the form would store its values again.
  useEffect(() => {
    if (sent) kept.keepSent(sent.time, sent.visit);
  }, [sent, kept]);

  const onSent = (form: SentForm) => {
    const { time } = form;
    setSent(form);
    setRequests(requests + 1);
    store.withdraw(time);
    void store.refresh(monthOf(Temporal.PlainDate.from(time.date)));
  };

  const onAgain = () => {
    kept.forgetSent();
    setSent(null);
  };

  if (sent) {
    return <SuccessCard psychologist={page.name} {...sent} zones={zones} onAgain={onAgain} />;
  }
  if (page.accepting === false) return <ClosedCard psychologist={page.name} />;
  if (waits) return <FullCard psychologist={page.name} store={store} onFree={() => setWaits(false)} />;
  return (
    <div className={classes.page}>
      <header>
        <DesktopMark />
      </header>
      <main className={classes.main}>
        <Introduction name={page.name} takeFocus={requests > 0} />
        <BookingForm
          address={address}
          kept={kept}
          store={store}
          zones={zones}
          letters={page.letters !== false}
          consent={consent}
          onConsent={setConsent}
          onSent={onSent}
        />
      </main>
    </div>
  );
}

/** The practitioner's name and the three facts of the specification. */
function Introduction({ name, takeFocus }: { name: string; takeFocus: boolean }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeFocus) title.current?.focus();
  }, [takeFocus]);
  return (
    <div className={classes.introduction}>
      <p className="secondary">Запись на&nbsp;консультацию</p>
      <h1 ref={title} tabIndex={-1} className={classes.name} translate="no">
        {name}
      </h1>
      <Steps plainOnPhone>
        <>
          Заявку рассмотрят в&nbsp;течение <span className="nowrap">24 часов</span>
        </>
        <>Психолог позвонит вам, чтобы подтвердить запись</>
        <>
          Консультация длится <span className="nowrap">50–60 минут</span>
        </>
      </Steps>
      <ClockNotice />
    </div>
  );
}

/** No practitioner has this link; the lamp is off. */
function NotFoundCard() {
  useEffect(() => {
    document.title = 'Психолог не найден';
    showOnly({ kind: 'error', message: 'Психолог с такой ссылкой не найден' });
  }, []);
  return (
    <main className={notFoundCard.page}>
      <div className={notFoundCard.card}>
        <DeskLamp lit={false} />
        <h1 className={notFoundCard.title}>Психолог не найден</h1>
        <p className={notFoundCard.hint}>Проверьте правильность ссылки</p>
        <p className={notFoundCard.hint}>
          Она могла обрезаться при&nbsp;пересылке: попросите её&nbsp;у&nbsp;психолога ещё раз.
        </p>
      </div>
    </main>
  );
}
