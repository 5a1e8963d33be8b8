import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { readDay } from '#web/practice/calendar/calendar-days.ts';
import { readShownView } from '#web/practice/calendar/shown-view.ts';
import type { CalendarView } from '#web/practice/calendar/calendar-days.ts';

const route = getRouteApi('/dashboard/calendar');

/** The shown days and view, both stored in the address (?view=week&date=2026-11-18). */
export function useCalendarAddress(today: Temporal.PlainDate): { view: CalendarView; date: Temporal.PlainDate } {
  const search = route.useSearch();
  return { view: readShownView(search.view), date: readDay(search.date ?? search.day, today) };
}

/** `replace` for moves within a view, so that the browser's Back skips the days in between. */
type ShowDays = (to: { view?: CalendarView; date?: Temporal.PlainDate }, how?: 'replace') => void;

/** Navigates to other days or another view; reads the current address, because the rendered one can be outdated. */
export function useShowDays(today: Temporal.PlainDate): ShowDays {
  const navigate = useNavigate();
  const otherwise = today.toString();
  return useCallback(
    (to, how) => {
      void navigate({
        to: '/dashboard/calendar',
        search: (before) => ({
          view: to.view ?? readShownView(before.view),
          date: String(to.date ?? readDay(before.date ?? before.day, Temporal.PlainDate.from(otherwise))),
        }),
        replace: how === 'replace',
        resetScroll: false,
      });
    },
    [navigate, otherwise],
  );
}
