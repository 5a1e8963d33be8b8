import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from '#web/ground/browser/store.ts';
import form from '#web/public/visitor/form.module.css';
import { firstFreeDate, type FreeTime, type OfferedTime } from '#web/public/visitor/free-time.ts';
import type { FreeTimeStore } from '#web/public/visitor/free-time-store.ts';
import { dateByKey, lastMonth, monthOf } from '#web/public/visitor/month-grid.ts';
import { MonthNote } from '#web/public/visitor/MonthNote.tsx';
import { NextFreeDate } from '#web/public/visitor/NextFreeDate.tsx';
import { TimeSlots } from '#web/public/visitor/TimeSlots.tsx';
import { useFocusNext } from '#web/public/visitor/use-focus-next.ts';
import { useRefreshOnReturn } from '#web/public/visitor/use-refresh-on-return.ts';
import { Waiting } from '#web/public/visitor/Waiting.tsx';
import type { Zones } from '#web/public/visitor/zone-comparison.ts';
import controls from '#web/public/visitor/controls.module.css';
import { MonthTable } from '#web/ui/base/MonthTable.tsx';

/** Height in pixels of the day, its time zone and the first two rows of times. */
const ENOUGH_SEEN = 160;

interface FreeTimesProps {
  store: FreeTimeStore;
  zones: Zones;
  /** `date` is the chosen day, 'YYYY-MM-DD'; `time` is the start of the chosen time. */
  date: string | null;
  time: string | null;
  errors?: { date?: string | undefined; time?: string | undefined };
  inert: boolean;
  onDate: (date: string) => void;
  onTime: (time: OfferedTime) => void;
}

/** The calendar and the free times of the chosen day; requires a form with a strip for the chosen time around it. */
export function FreeTimes({ store, zones, date, time, errors = {}, inert, onDate, onTime }: FreeTimesProps) {
  const element = useRef<HTMLDivElement>(null);
  const { freeTime, today, failed } = useStore(store);
  const [month, setMonth] = useState(() =>
    monthOf(date === null ? (firstFreeDate(freeTime, today) ?? today) : Temporal.PlainDate.from(date)),
  );
  // A time can also be chosen outside the calendar, which then shows its month.
  const [shown, setShown] = useState(time);
  if (time !== shown) {
    setShown(time);
    if (date !== null && time !== null) setMonth(monthOf(Temporal.PlainDate.from(date)));
  }
  const focusNext = useFocusNext();
  const showTimes = useRef(false);
  /** Choosing another day has cleared the chosen time. */
  const [dropped, setDropped] = useState(false);
  useEffect(() => {
    if (showTimes.current && element.current) scrollToTimes(element.current);
    showTimes.current = false;
  });

  useEffect(() => void store.show(month), [store, month]);
  useRefreshOnReturn(() => void store.refresh(month));

  const chooseDate = (chosen: string) => {
    setDropped(time !== null && chosen !== date);
    onDate(chosen);
    showTimes.current = true;
  };
  const jumpToDate = (chosen: string) => {
    chooseDate(chosen);
    // The day may already be chosen while another month is shown.
    setMonth(monthOf(Temporal.PlainDate.from(chosen)));
    focusNext(`[data-date="${chosen}"]`);
  };

  const day = date === null ? null : Temporal.PlainDate.from(date);
  const slots = date === null ? undefined : freeTime.get(date);
  return (
    <div ref={element} className={form.when} inert={inert}>
      <div>
        <MonthCalendar
          month={month}
          today={today}
          selected={date}
          freeTime={freeTime}
          error={errors.date}
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
        date={day}
        slots={slots}
        selected={time}
        zones={zones}
        dropped={dropped && time === null}
        error={errors.time}
        onSelect={(slot) => date !== null && onTime({ ...slot, date })}
        instead={
          slots && day ? (
            <NextFreeDate date={firstFreeDate(freeTime, day)} onDate={jumpToDate} />
          ) : (
            day && !failed.has(monthOf(day).toString()) && <Waiting>Загружаем свободное время</Waiting>
          )
        }
      />
    </div>
  );
}

/** On a small screen a press in the calendar would show no effect, because the times are below it. */
function scrollToTimes(element: HTMLElement): void {
  const times = element.querySelector('[data-day-times]');
  const strip = element.closest('form')?.querySelector('[data-strip]');
  if (!times || !strip) return;
  const seen = Math.min(strip.getBoundingClientRect().top, window.innerHeight) - times.getBoundingClientRect().top;
  if (seen > ENOUGH_SEEN) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  times.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' });
}

interface MonthCalendarProps {
  month: Temporal.PlainYearMonth;
  today: Temporal.PlainDate;
  /** 'YYYY-MM-DD' */
  selected: string | null;
  freeTime: FreeTime;
  error?: string | undefined;
  onMonth: (month: Temporal.PlainYearMonth) => void;
  onSelect: (date: string) => void;
}

/** A month of the practitioner's days, with a dot under days that have free time. */
function MonthCalendar({ freeTime, error, ...table }: MonthCalendarProps) {
  const errorId = useId();
  const { month, today, selected } = table;
  const isFree = (date: Temporal.PlainDate) => {
    const times = freeTime.get(date.toString());
    return times && times.length > 0;
  };
  return (
    <div>
      <MonthTable
        {...table}
        entry={entryDate(month, today, selected, isFree)}
        bounds={{ first: today, last: lastMonth(today) }}
        keyTarget={(key, from) => dateByKey(key, from, today)}
        isFree={isFree}
        describedBy={error && errorId}
      />
      {error && (
        <p id={errorId} className={controls.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The chosen day; otherwise the first with free time, otherwise the first that is not past. */
function entryDate(
  month: Temporal.PlainYearMonth,
  today: Temporal.PlainDate,
  selected: string | null,
  isFree: (date: Temporal.PlainDate) => boolean | undefined,
): Temporal.PlainDate {
  const first = monthOf(today).equals(month) ? today : month.toPlainDate({ day: 1 });
  const days = Array.from({ length: month.daysInMonth - first.day + 1 }, (_, index) => first.add({ days: index }));
  return days.find((day) => day.toString() === selected) ?? days.find(isFree) ?? first;
}
