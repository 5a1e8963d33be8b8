import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useStore } from '#web/ground/browser/store.ts';
import type { FreeSlots } from '#domain/booking/booking.ts';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import classes from '#web/public/visit-page/MovePanel.module.css';
import { NoticeBox } from '#web/public/visit-page/NoticeBox.tsx';
import { readSlots } from '#web/public/visit-page/visit-api.ts';
import type { Notice } from '#web/public/visit-page/visit-state.ts';
import { movesLeft, timeOf } from '#web/public/visit-page/visit-words.ts';
import controls from '#web/public/visitor/controls.module.css';
import card from '#web/public/visitor/form.module.css';
import { isFree, type OfferedTime } from '#web/public/visitor/free-time.ts';
import { FreeTimeStore } from '#web/public/visitor/free-time-store.ts';
import { FreeTimes } from '#web/public/visitor/FreeTimes.tsx';
import { LostTime } from '#web/public/visitor/LostTime.tsx';
import { monthOf } from '#web/public/visitor/month-grid.ts';
import { useFocusNext } from '#web/public/visitor/use-focus-next.ts';
import type { Zones } from '#web/public/visitor/zone-comparison.ts';
import { readClock } from '#web/ground/browser/clock.ts';
import strip from '#web/public/visitor/strip.module.css';
import { TimeInWords } from '#web/public/visitor/TimeInWords.tsx';
import { useKeptFocus } from '#web/public/visitor/use-kept-focus.ts';
import { showDayAndMonth, showWeekday } from '#web/ground/format/dates.ts';
import { Lamp } from '#web/ui/base/Lamp.tsx';

interface MovePanelProps {
  token: string;
  visit: VisitPage;
  notice: Notice | null;
  zones: Zones;
  sending: boolean;
  /** Resolves to whether the time was taken meanwhile. */
  onMove: (start: string) => Promise<boolean>;
  /** Called when the free times failed to load. */
  onUnread: () => void;
  onBack: () => void;
}

/** Free times to move the visit to; the visit keeps its time until the new one is reserved. */
export function MovePanel({ token, visit, notice, zones, sending, onMove, onUnread, onBack }: MovePanelProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const focusNext = useFocusNext();
  const own = timeOf(visit);
  const [store] = useState(
    () =>
      new FreeTimeStore({
        timeZone: visit.timeZone,
        days: [],
        now: () => readClock(),
        // The server counts the visit's own time as free, but moving to it makes no sense.
        read: async (from, to) => {
          const slots = await readSlots(token, { from, to }).catch((error: unknown) => {
            onUnread();
            throw error;
          });
          return without(slots, visit.start);
        },
      }),
  );
  const { freeTime } = useStore(store);
  const [date, setDate] = useState(own.date);
  const [time, setTime] = useState<OfferedTime | null>(null);
  // Another visitor can take the chosen time meanwhile.
  const lost = time && !sending && freeTime.has(time.date) && !isFree(freeTime, time) ? time : null;
  const chosen = lost ? null : time;

  useEffect(() => {
    window.scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, []);

  const choose = (wanted: OfferedTime) => {
    setDate(wanted.date);
    setTime(wanted);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || !(await onMove(chosen.start))) return;
    store.withdraw(chosen);
    void store.refresh(monthOf(Temporal.PlainDate.from(chosen.date)));
  };

  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <p className="secondary anywhere" translate="no">
          {visit.name}
        </p>
        <h1 ref={title} tabIndex={-1}>
          Новое время встречи
        </h1>
        <p className="secondary anywhere">{movesLeft(visit)}</p>
        <button type="button" className={`${controls.secondary} ${controls.small}`} disabled={sending} onClick={onBack}>
          Оставить прежнее время
        </button>
      </header>
      <form className={card.form} onSubmit={(event) => void send(event)}>
        {notice && <NoticeBox key={notice.kind} notice={notice} className={card.lost} />}
        {lost && (
          <LostTime
            key={lost.start}
            className={card.lost}
            lost={lost}
            freeTime={freeTime}
            zones={zones}
            kept="Встреча осталась на&nbsp;прежнем времени."
            onSelect={(offered) => {
              choose(offered);
              focusNext('[data-times] [aria-pressed="true"]');
            }}
          />
        )}
        <FreeTimes
          store={store}
          zones={zones}
          date={date}
          time={chosen?.start ?? null}
          inert={sending}
          onDate={(day) => {
            setDate(day);
            if (time?.date !== day) setTime(null);
          }}
          onTime={choose}
        />
        <MoveStrip old={own} time={chosen} zones={zones} sending={sending} />
      </form>
    </main>
  );
}

function without({ days, ...slots }: FreeSlots, start: string): FreeSlots {
  const others = days.map((day) => ({ ...day, slots: day.slots.filter((slot) => slot.start !== start) }));
  return { ...slots, days: others };
}

interface MoveStripProps {
  old: OfferedTime;
  time: OfferedTime | null;
  zones: Zones;
  sending: boolean;
}

/** The old time crossed out, the new one under the lamp, and the button. On the phone it stays visible. */
function MoveStrip({ old, time, zones, sending }: MoveStripProps) {
  const button = useKeptFocus(sending);
  return (
    <div className={strip.strip} data-strip data-chosen>
      {time && <Lamp shade="none" />}
      <div className={strip.chosen}>
        <p className="small secondary">
          {time ? 'Было: ' : 'Сейчас: '}
          {time ? <s>{inWords(old)}</s> : inWords(old)}
        </p>
        {time && <TimeInWords time={time} zones={zones} />}
      </div>
      {time && (
        <button ref={button} type="submit" className={`${controls.primary} ${strip.submit}`} disabled={sending}>
          {sending ? 'Переносим...' : 'Перенести встречу'}
        </button>
      )}
    </div>
  );
}

function inWords({ date, time }: OfferedTime): string {
  const day = Temporal.PlainDate.from(date);
  return `${showWeekday(day)}, ${showDayAndMonth(day)}, ${time}`;
}
