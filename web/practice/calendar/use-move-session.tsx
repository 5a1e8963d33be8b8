import { readClock } from '#web/ground/browser/clock.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import type { StoredInstant } from '#domain/time/instant.ts';
import { hasCode } from '#web/ground/api/errors.ts';
import { RANGES } from '#web/practice/calendar/queries.ts';
import type { CalendarSession } from '#web/practice/calendar/sessions-by-day.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { showMoment } from '#web/practice/calendar/show-moment.ts';
import { showAddresses, showLeaving } from '#web/practice/letters/leaving.ts';
import { OwnLetterLine } from '#web/practice/letters/late-letter-line.ts';
import { type Press, pressOn, sayTakenBack } from '#web/practice/letters/settling.ts';
import { moveLetter } from '#web/practice/calendar/move-letter.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { CHANGED_ELSEWHERE, changeSeen } from '#web/practice/own-profile/change-seen.ts';
import { overlapOf } from '#web/practice/sessions/overlap.ts';
import type { HeldSpan } from '#web/practice/sessions/overlap.ts';
import { heldTimeQuery, refreshSessions } from '#web/practice/sessions/queries.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toast } from '#web/ui/toast/toast.ts';

const MoveQuestion = lazyPart(async () => (await import('#web/practice/calendar/MoveQuestion.tsx')).MoveQuestion);

interface MoveOptions {
  allowOverlap?: boolean;
  /** Sends no letter to the client. */
  silent?: boolean;
  /** The move that this one undoes; then no further undo is offered. */
  undo?: Press;
}

/**
 * Moves sessions optimistically: first in the cache, then on the server. Taken time needs a confirmation; the toast
 * offers an undo.
 */
export function useMoveSession(timeZone: string) {
  const queryClient = useQueryClient();
  const { client_letters } = useProfile();
  const shown = useRef(false);
  const running = useRef(0);
  /** For each session, the stored start once its pending moves are done. */
  const stored = useRef(new Map<string, Promise<StoredInstant>>());
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  const show = (id: string, from: StoredInstant, to: StoredInstant) => {
    queryClient.setQueriesData<CalendarSession[]>({ queryKey: RANGES }, (sessions) =>
      sessions?.map((session) => (session.id === id && session.date === from ? { ...session, date: to } : session)),
    );
  };
  const letterTo = (session: CalendarSession, to: StoredInstant): readonly string[] => {
    const now = readClock().epochMilliseconds;
    const address = moveLetter(session, parseStoredInstant(to).epochMilliseconds, now, client_letters);
    return address === '' ? [] : [address];
  };
  // A refetch while another move is being saved would show that session in its old place.
  const refresh = () => {
    if (running.current === 0) void refreshSessions();
  };

  const whatIsInTheWay = async (session: CalendarSession, to: StoredInstant): Promise<HeldSpan | null> => {
    const start = parseStoredInstant(to);
    const day = start.toZonedDateTimeISO(timeZone).toPlainDate().toString();
    const held = await queryClient.fetchQuery(heldTimeQuery(day, timeZone)).catch(() => []);
    return overlapOf({ start, end: start.add({ minutes: session.duration }) }, held, session.id);
  };

  // Saves after the previous move of the session, because the server compares with its result.
  const save = (
    { id, date, status }: CalendarSession,
    to: StoredInstant,
    { allowOverlap = false, silent = false }: MoveOptions,
  ) => {
    const before = stored.current.get(id) ?? Promise.resolve(date);
    const saving = before.then((seen) => changeSeen({ id, date: seen, status }, { date: to, allowOverlap }, silent));
    const after = saving.then(
      (isDone) => (isDone ? to : before),
      () => before,
    );
    stored.current.set(id, after);
    void after.then(() => stored.current.get(id) === after && stored.current.delete(id));
    return saving;
  };

  const move = async (session: CalendarSession, to: StoredInstant, options: MoveOptions = {}): Promise<void> => {
    toast.dismissErrors();
    await queryClient.cancelQueries({ queryKey: RANGES });
    show(session.id, session.date, to);
    running.current += 1;
    try {
      const isDone = await save(session, to, options).finally(() => {
        running.current -= 1;
      });
      if (!isDone) {
        show(session.id, to, session.date);
        toast.info(CHANGED_ELSEWHERE);
        refresh();
        return;
      }
    } catch (error) {
      show(session.id, to, session.date);
      // The toast remains visible after leaving the screen, a confirmation does not.
      if (hasCode(error, 'date', 'slot_taken') && shown.current) {
        const overlap = await whatIsInTheWay(session, to);
        let silent = false;
        void confirm({
          title: 'Это время уже занято',
          text: <MoveQuestion session={session} to={to} overlap={overlap} timeZone={timeZone} />,
          button: 'Перенести с\u00A0пересечением',
          destructive: false,
          children: (
            <OwnLetterLine kind="session-moved" to={letterTo(session, to)} onSilent={(chosen) => (silent = chosen)} />
          ),
          run: () => move(session, to, { allowOverlap: true, silent }),
        });
        return;
      }
      failureToast('Ошибка при обновлении сессии', error);
      refresh();
      return;
    }
    refresh();
    if (options.undo) {
      toast.success(sayTakenBack('Сессия снова на\u00A0прежнем месте', options.undo));
      return;
    }
    const moved = { ...session, date: to };
    const readers = letterTo(session, to);
    const press = pressOn(readers, options.silent ?? false, session.date < to ? session.date : to);
    const undo = {
      text: 'Вернуть',
      onPress: () => void move(moved, session.date, { undo: press, silent: press.silent }),
    };
    const done = `Сессия перенесена: ${showMoment(to, timeZone)}`;
    if (press.writes === 0) toast.success(done, { undo });
    else
      toast.success(`${done}. ${showLeaving('session-moved', false)}: ${showAddresses(readers)}`, {
        undo,
        action: { text: 'Не\u00A0писать клиенту', onPress: () => void silence(moved, session.date) },
      });
  };

  /** Withdraws the letter about a move; the move itself stays. */
  const silence = async (moved: CalendarSession, before: StoredInstant): Promise<void> => {
    try {
      if (!(await save(moved, moved.date, { allowOverlap: true, silent: true }))) {
        toast.info(CHANGED_ELSEWHERE);
        return;
      }
      const undo = {
        text: 'Вернуть',
        onPress: () => void move(moved, before, { undo: pressOn([], true), silent: true }),
      };
      toast.success(`Сессия перенесена: ${showMoment(moved.date, timeZone)}, без\u00A0письма`, { undo });
    } catch (error) {
      failureToast('Ошибка при обновлении сессии', error);
    }
    refresh();
  };

  return (session: CalendarSession, to: Temporal.Instant) => void move(session, printInstant(to));
}
