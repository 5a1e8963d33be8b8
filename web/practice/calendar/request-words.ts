import { BOOKING_DURATION, BOOKING_STATUS_LABEL } from '#domain/booking/booking.ts';
import type { CalendarRequest, DayRequest } from '#web/practice/calendar/calendar-entries.ts';
import { showTimes } from '#web/practice/sessions/part-words.ts';
import { showDuration } from '#web/ground/format/duration.ts';

/** The address of a waiting request on its screen. */
export function linkTo({ id }: CalendarRequest) {
  return { to: '/dashboard/online-booking', search: { request: id } } as const;
}

/** 'Заявка: Марина Левченко' */
export function nameRequest({ name }: CalendarRequest): string {
  return `Заявка: ${name}`;
}

/** '10:00 Заявка: Марина Левченко, 60 минут, Ожидает' */
export function tellRequest({ request, ...on }: DayRequest): string {
  const parts = [
    `${showTimes(on, BOOKING_DURATION)} ${nameRequest(request)}`,
    showDuration(BOOKING_DURATION),
    BOOKING_STATUS_LABEL.pending,
    request.held_since === '' && 'время не\u00A0удерживается',
  ];
  return parts.filter(Boolean).join(', ');
}
