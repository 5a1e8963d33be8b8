import type { Slot } from '#domain/booking/booking.ts';
import { showDayAndMonth, showDayAndTime, showTime } from '#web/ground/format/dates.ts';

/** How many days after the wished one are searched for a free time. */
const SEARCHED_DAYS = 14;

export interface Practice {
  isDayOff: (date: Temporal.PlainDate) => boolean;
  freeTimes: (date: Temporal.PlainDate) => Promise<readonly Slot[]>;
  /** Books the time; returns false where it is taken. */
  book: (start: Temporal.Instant) => Promise<boolean>;
}

/**
 * Books the wished time, or the next free one where it is taken or in days off; null where there is none. A time outside
 * the working hours, or on a weekday closed to visitors, is booked too: the session that is repeated was there as well.
 */
export async function planAgain(
  wish: Temporal.ZonedDateTime,
  practice: Practice,
): Promise<Temporal.ZonedDateTime | null> {
  const wished = wish.toPlainDate();
  if (!practice.isDayOff(wished) && (await practice.book(wish.toInstant()))) return wish;
  for (let days = 0; days <= SEARCHED_DAYS; days += 1) {
    const date = wished.add({ days });
    if (practice.isDayOff(date)) continue;
    for (const slot of await practice.freeTimes(date)) {
      const start = Temporal.Instant.from(slot.start);
      const later = Temporal.Instant.compare(start, wish.toInstant()) > 0;
      if (later && (await practice.book(start))) return start.toZonedDateTimeISO(wish.timeZoneId);
    }
  }
  return null;
}

/** 'Запланировано на вторник, 1 декабря, 11:00', with the reason where it is another time than the wished one. */
export function showPlanned(planned: Temporal.ZonedDateTime, wish: Temporal.ZonedDateTime, isDayOff: boolean): string {
  const where = `апланировано на\u00A0${showMomentOn(planned)}`;
  if (planned.equals(wish)) return `З${where}`;
  const day = showDayAndMonth(wish.toPlainDate()).replace(' ', '\u00A0');
  if (isDayOff) return `${day}\u00A0— выходной: з${where}`;
  const sameDay = planned.toPlainDate().equals(wish.toPlainDate());
  return `${sameDay ? '' : `${day}, `}${showTime(wish)} занято: з${where}`;
}

/** 'среду, 2 декабря, 09:00', for a sentence with «на». */
export function showMomentOn(moment: Temporal.ZonedDateTime): string {
  return showDayAndTime(moment).replace(/^(\p{L}+)а,/u, '$1у,');
}
