import { memo, useCallback, useDeferredValue, useMemo } from 'react';
import { SERIES_LIMITS } from '#domain/series/series.ts';
import { type CalendarView, lastDayOf, readDay, readView, stepFrom } from '#web/practice/calendar/calendar-days.ts';
import { writeCalendarView } from '#web/ground/browser/storage.ts';
import { weekOf } from '#web/ui/base/weeks.ts';
import { CalendarBoard } from '#web/practice/calendar/CalendarBoard.tsx';
import { CalendarHeader } from '#web/practice/calendar/CalendarHeader.tsx';
import classes from '#web/practice/calendar/CalendarPage.module.css';
import { PlannedUntil } from '#web/practice/calendar/PlannedUntil.tsx';
import { titleOf } from '#web/practice/calendar/calendar-title.ts';
import { PaperDays } from '#web/practice/calendar/PaperDays.tsx';
import { useCalendarSessions } from '#web/practice/calendar/use-calendar-sessions.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { LazySessionDialog } from '#web/practice/sessions/lazy-session-dialog.ts';
import { ErrorState } from '#web/ui/page/StateCard.tsx';
import { useDialogAddress } from '#web/ui/dialog/use-dialog-address.ts';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { usePrinting } from '#web/ui/page/use-printing.ts';
import { useNow } from '#web/ui/page/use-now.ts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { readShownView } from '#web/practice/calendar/shown-view.ts';

const route = getRouteApi('/dashboard/calendar');

/** The shown days and view, both stored in the address (?view=week&date=2026-11-18). */
function useCalendarAddress(today: Temporal.PlainDate): { view: CalendarView; date: Temporal.PlainDate } {
  const search = route.useSearch();
  return { view: readShownView(search.view), date: readDay(search.date ?? search.day, today) };
}

/** `replace` for moves within a view, so that Back skips the days in between. */
type ShowDays = (to: { view?: CalendarView; date?: Temporal.PlainDate }, how?: 'replace') => void;

/** Navigates to other days or another view. Uses the current address, because the rendered one can be outdated. */
function useShowDays(today: Temporal.PlainDate): ShowDays {
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

const DayDialog = lazyDialog(async () => (await import('#web/practice/calendar/DayDialog.tsx')).DayDialog);

const LOAD_FAILED = 'Ошибка при загрузке сессий';

/** The calendar: a day, a week or a month of sessions (CAL-01…03). */
export function CalendarPage() {
  const timeZone = useTimeZone();
  const phone = useIsPhone();
  const today = useNow().toZonedDateTimeISO(timeZone).toPlainDate();
  const { view, date } = useCalendarAddress(today);
  const show = useShowDays(today);
  const step = view === 'day' && phone ? 'week' : view;
  // The days render in a deferred update, so that the press shows its own effect at once.
  const [drawnView, drawnDay = ''] = useDeferredValue(`${view} ${date.toString()}`).split(' ');

  return (
    <div data-wide-screen>
      {usePrinting() && <h1 className="paper-only">{titleOf(view, date, null, false)}</h1>}
      <CalendarHeader
        title={titleOf(view, date, today, phone)}
        view={view}
        step={step}
        month={date.toPlainYearMonth()}
        onMonth={(month) => show({ date: month.toPlainDate({ day: 1 }) })}
        onView={(next) => {
          writeCalendarView(next);
          show({ view: next });
        }}
        onStep={(direction) => show({ date: stepFrom(date, step, direction) })}
        chosen={view === 'day' || (view === 'month' && phone) ? date : null}
        onToday={() => show({ date: today })}
      />
      <CalendarDays view={readView(drawnView)} day={drawnDay} />
    </div>
  );
}

interface CalendarDaysProps {
  view: CalendarView;
  /** 'YYYY-MM-DD'. */
  day: string;
}

/** The days of the view and its dialogs. */
const CalendarDays = memo(function CalendarDays({ view, day: shownDay }: CalendarDaysProps) {
  const timeZone = useTimeZone();
  const now = useNow();
  const today = useMemo(() => now.toZonedDateTimeISO(timeZone).toPlainDate(), [now, timeZone]);
  const date = useMemo(() => readDay(shownDay, today), [shownDay, today]);
  const show = useShowDays(today);
  const session = useDialogAddress('session');
  const day = useDialogAddress('day');
  // A day loads with its week: the phone shows the week above it, and on the desktop it is one step away.
  const sessions = useCalendarSessions(view === 'day' ? 'week' : view, date);
  const { entries, loading } = sessions;
  const horizon = today.add({ months: SERIES_LIMITS.monthsAhead });
  const printing = usePrinting();
  const onPaper = view !== 'month';
  const [onDay, onSession] = [day.open, session.open];
  // Opening a dialog must not re-render the board.
  const board = useMemo(
    () => (
      <CalendarBoard
        view={view}
        date={date}
        today={today}
        now={now}
        timeZone={timeZone}
        entries={entries}
        loading={loading}
        onDay={onDay}
        onSession={onSession}
        onShow={show}
      />
    ),
    [view, date, today, now, timeZone, entries, loading, onDay, onSession, show],
  );
  return (
    <>
      {sessions.failed ? (
        <ErrorState title={LOAD_FAILED} onRetry={sessions.retry} />
      ) : (
        <div className={`${onPaper ? 'screen-only ' : ''}${classes.board}`} aria-busy={sessions.loading}>
          {sessions.loading && (
            <p aria-live="polite" className={classes.loading}>
              Загрузка сессий...
            </p>
          )}
          {board}
          {Temporal.PlainDate.compare(lastDayOf(view, date), horizon) > 0 && <PlannedUntil horizon={horizon} />}
        </div>
      )}
      {printing && onPaper && <PaperDays days={view === 'day' ? [date] : weekOf(date)} entries={entries} />}
      <DayDialog
        opened={day.id !== null && session.id === null}
        date={readDay(day.id ?? '', date)}
        entries={sessions.entries}
        loading={sessions.loading}
        timeZone={timeZone}
        onSession={session.open}
        onClose={day.close}
      />
      <LazySessionDialog
        key={session.id}
        opened={session.id !== null}
        id={session.id ?? ''}
        onClose={session.close}
        texts="always"
      />
    </>
  );
});
