import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { readDay, readView } from '#web/calendar/calendar-days.ts';
import type { CalendarView } from '#web/calendar/calendar-days.ts';

const route = getRouteApi('/dashboard/calendar');

interface CalendarAddress {
  view: CalendarView;
  date: Temporal.PlainDate;
  /** `replace` where one looks around within a view, so that the way back does not lead through each day. */
  show: (to: { view?: CalendarView; date?: Temporal.PlainDate }, how?: 'replace') => void;
}

/** Which days are shown and how: the address keeps both (?view=week&date=2026-11-18). */
export function useCalendarAddress(today: Temporal.PlainDate): CalendarAddress {
  const search = route.useSearch();
  const navigate = useNavigate();
  const view = readView(search.view);
  const date = readDay(search.date ?? search.day, today);
  const show: CalendarAddress['show'] = (to, how) => {
    void navigate({
      to: '/dashboard/calendar',
      search: { view: to.view ?? view, date: String(to.date ?? date) },
      replace: how === 'replace',
      resetScroll: false,
    });
  };
  return { view, date, show };
}
