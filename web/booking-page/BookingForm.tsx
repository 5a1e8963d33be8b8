import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import classes from '#web/booking-page/BookingForm.module.css';
import type { Field } from '#web/booking-page/booking-form.ts';
import { ClosedBox } from '#web/booking-page/ClosedBox.tsx';
import { ContactFields } from '#web/booking-page/ContactFields.tsx';
import { firstFreeDate, isFree, nearestTimes, type OfferedTime } from '#web/visitor/free-time.ts';
import type { FreeTimeStore } from '#web/visitor/free-time-store.ts';
import type { KeptRequest } from '#web/booking-page/kept-request.ts';
import { LostTime } from '#web/booking-page/LostTime.tsx';
import { MonthCalendar } from '#web/visitor/MonthCalendar.tsx';
import { monthOf } from '#web/visitor/month-grid.ts';
import { MonthNote } from '#web/visitor/MonthNote.tsx';
import { NextFreeDate } from '#web/visitor/NextFreeDate.tsx';
import { SubmitStrip } from '#web/booking-page/SubmitStrip.tsx';
import { TimeSlots } from '#web/visitor/TimeSlots.tsx';
import { useBooking } from '#web/booking-page/use-booking.ts';
import { useRefreshOnReturn } from '#web/visitor/use-refresh-on-return.ts';
import { Waiting } from '#web/visitor/Waiting.tsx';
import type { Zones } from '#web/visitor/zone-comparison.ts';

const OFFERED = 3;
/** Height in pixels of the day, the clock's zone and the first two rows of times. */
const ENOUGH_SEEN = 160;

interface BookingFormProps {
  address: string;
  kept: KeptRequest;
  store: FreeTimeStore;
  zones: Zones;
  onSent: (time: OfferedTime, phone: string) => void;
}

export function BookingForm({ address, kept, store, zones, onSent }: BookingFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const trap = useRef<HTMLInputElement>(null);
  const { freeTime, today, failed, closed } = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
  const { form, dispatch, sending, submit } = useBooking({
    address,
    kept,
    today,
    onSent,
    onTaken: (time) => {
      store.withdraw(time);
      void store.refresh(monthOf(Temporal.PlainDate.from(time.date)));
    },
    onClosed: () => store.close(),
    focusField: (field) => element.current && focusField(element.current, field),
  });
  const [month, setMonth] = useState(() =>
    monthOf(form.date === null ? (firstFreeDate(freeTime, today) ?? today) : Temporal.PlainDate.from(form.date)),
  );
  // A pressed button can disappear after its action; the focus then moves to the result.
  const focusNext = useRef<string | null>(null);
  useEffect(() => {
    if (focusNext.current) element.current?.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = null;
  });
  const showTimes = useRef(false);
  useEffect(() => {
    if (showTimes.current && element.current) scrollToTimes(element.current);
    showTimes.current = false;
  });
  const date = form.date === null ? null : Temporal.PlainDate.from(form.date);
  const slots = form.date === null ? undefined : freeTime.get(form.date);

  useEffect(() => void store.show(month), [store, month]);
  useRefreshOnReturn(() => void store.refresh(month));

  // A time can be taken while the visitor is still writing; better to show it now than after sending.
  const { time } = form;
  useEffect(() => {
    if (time && !sending && !closed && freeTime.has(time.date) && !isFree(freeTime, time))
      dispatch({ type: 'time lost', time });
  }, [freeTime, time, sending, closed, dispatch]);

  const chooseDate = (chosen: string) => {
    setMonth(monthOf(Temporal.PlainDate.from(chosen)));
    dispatch({ type: 'date chosen', date: chosen });
    showTimes.current = true;
  };
  const jumpToDate = (chosen: string) => {
    chooseDate(chosen);
    focusNext.current = `[data-date="${chosen}"]`;
  };
  const chooseTime = (chosen: OfferedTime) => {
    setMonth(monthOf(Temporal.PlainDate.from(chosen.date)));
    dispatch({ type: 'time chosen', time: chosen });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit(trap.current?.value ?? '');
  };

  return (
    <form ref={element} noValidate className={classes.form} onSubmit={send}>
      {closed && (
        <div className={classes.lost}>
          <ClosedBox />
        </div>
      )}
      {form.lost && !closed && (
        <div className={classes.lost}>
          <LostTime
            key={form.lost.start}
            nearest={nearestTimes(freeTime, form.lost, OFFERED)}
            zones={zones}
            onSelect={(offered) => {
              chooseTime(offered);
              focusNext.current = '[data-times] [aria-pressed="true"]';
            }}
          />
        </div>
      )}
      <div className={classes.when} inert={sending}>
        <div>
          <MonthCalendar
            month={month}
            today={today}
            selected={form.date}
            freeTime={freeTime}
            error={form.errors.date}
            onMonth={setMonth}
            onSelect={chooseDate}
          />
          <MonthNote
            month={month}
            freeTime={freeTime}
            failed={failed.has(month.toString())}
            onRetry={() => void store.show(month)}
            onDate={jumpToDate}
          />
        </div>
        <TimeSlots
          date={date}
          slots={slots}
          selected={time?.start ?? null}
          zones={zones}
          error={form.errors.time}
          onSelect={(slot) => form.date !== null && chooseTime({ ...slot, date: form.date })}
          instead={
            slots && date ? (
              <NextFreeDate date={firstFreeDate(freeTime, date)} onDate={jumpToDate} />
            ) : (
              date && !failed.has(monthOf(date).toString()) && <Waiting>Загружаем свободное время</Waiting>
            )
          }
        />
      </div>
      <div className={classes.who}>
        <ContactFields
          form={form}
          readOnly={sending}
          onType={(field, text) => dispatch({ type: 'typed', field, text })}
        />
      </div>
      <input ref={trap} name="website" hidden tabIndex={-1} autoComplete="off" aria-hidden />
      <SubmitStrip time={time} zones={zones} sending={sending} />
    </form>
  );
}

/** Focuses the missing field. Without free times to choose from, that is a day of the calendar. */
function focusField(form: HTMLFormElement, field: Field): void {
  const day = '[role="grid"] button[tabindex="0"]';
  const target =
    field === 'date'
      ? form.querySelector<HTMLElement>(day)
      : field === 'time'
        ? (form.querySelector<HTMLElement>('[data-times] button') ?? form.querySelector<HTMLElement>(day))
        : form.querySelector<HTMLElement>(`[name="${field}"]`);
  target?.focus({ preventScroll: true });
  // On a phone a toast covers the top and the button the foot, so the missing field is centred between them.
  (target?.closest('table') ?? target)?.scrollIntoView({ block: isNarrow() ? 'center' : 'nearest' });
}

/** Without scrolling, a small screen shows no effect below the calendar. */
function scrollToTimes(form: HTMLFormElement): void {
  const times = form.querySelector('[data-day-times]');
  const strip = form.querySelector('[type="submit"]')?.parentElement;
  if (!times || !strip) return;
  const seen = Math.min(strip.getBoundingClientRect().top, window.innerHeight) - times.getBoundingClientRect().top;
  if (seen > ENOUGH_SEEN) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  times.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' });
}

function isNarrow(): boolean {
  return matchMedia('(width < 48em)').matches;
}
