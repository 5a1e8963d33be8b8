import { readCalendarView } from '#web/ground/browser/storage.ts';
import { type CalendarView, readView } from '#web/practice/calendar/calendar-days.ts';

/** The view of an address; by default the one chosen last in this browser. */
export function readShownView(named: string | null | undefined): CalendarView {
  return readView(named ?? readCalendarView());
}
