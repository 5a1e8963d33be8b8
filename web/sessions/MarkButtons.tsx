import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { SESSION_STATUS_LABEL, type SessionStatus } from '#domain/sessions/session.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { showDate, showTime } from '#web/format/dates.ts';
import { useTimeZone } from '#web/practice/use-profile.ts';
import { type Mark, markSession } from '#web/sessions/actions.ts';
import type { DaySession } from '#web/sessions/day/day.ts';
import type { Opening } from '#web/sessions/day/DayRow.tsx';
import classes from '#web/sessions/day/DaySheet.module.css';
import { refreshSessions, type SessionTimeRecord } from '#web/sessions/queries.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

export interface MarkButtonsProps {
  session: DaySession;
  open: Exclude<Opening, null>;
}

/** By the words that confirm them. A client who did not come holds the time no more than one who cancelled. */
const MARKS = {
  Состоялась: { status: 'completed' },
  'Клиент не\u00A0пришёл': { status: 'canceled', outcome: 'no_show' },
  Отменена: { status: 'canceled' },
} as const satisfies Record<string, Mark>;

/** What became of a session whose time has passed (SESSION-13). Each press can be undone. */
export function MarkButtons({ session, open }: MarkButtonsProps) {
  const { id, status, start, client } = session;
  const place = useRef<HTMLDivElement>(null);
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const what = `${showTime(start.toZonedDateTimeISO(timeZone))}, ${client}`;
  useLayoutEffect(() => {
    const buttons = place.current;
    return () => {
      if (buttons?.contains(document.activeElement)) keepFocusNear(buttons);
    };
  }, []);

  const mark = async (from: SessionStatus, next: Mark, done: () => void) => {
    try {
      const changed = await markSession({ id, status: from, start }, next);
      if (changed) {
        toast.info(wordsOf(changed, client, timeZone), { title: 'Сессию изменили в\u00A0другом месте' });
        void refreshSessions(queryClient);
        return;
      }
    } catch (error) {
      failureToast('Ошибка при обновлении сессии', error);
      void refreshSessions(queryClient);
      return;
    }
    done();
    // Until the row shows it, another press is the same one.
    await refreshSessions(queryClient);
  };
  const undo = (from: SessionStatus) =>
    void mark(from, { status }, () => toast.success(`Отметка снята: ${what}`));
  const marking = useMutation({
    mutationFn: (word: keyof typeof MARKS) =>
      mark(status, MARKS[word], () =>
        toast.success(`${word}: ${what}`, { action: { text: 'Вернуть', onPress: () => undo(MARKS[word].status) } }),
      ),
  });
  return (
    <div
      ref={place}
      role="group"
      aria-label={`Отметить: ${what}`}
      className={classes.marks}
      aria-busy={marking.isPending}
    >
      <Button variant="default" onClick={() => submitOnce(marking, 'Состоялась')}>
        Состоялась
      </Button>
      <Button variant="default" onClick={() => submitOnce(marking, 'Клиент не\u00A0пришёл')}>
        Не&nbsp;пришёл
      </Button>
      <Button variant="default" onClick={() => submitOnce(marking, 'Отменена')}>
        Отмена
      </Button>
      <WriteButton id={id} open={open} />
    </div>
  );
}

/** «Теперь там: 24.11.2026 10:00, Анна, Отмена…» */
function wordsOf({ date, status }: SessionTimeRecord, client: string, timeZone: string): string {
  const start = parseStoredInstant(date).toZonedDateTimeISO(timeZone);
  const now = [`${showDate(start)} ${showTime(start)}`, client, SESSION_STATUS_LABEL[status]].join(', ');
  return `Теперь там: ${now}. Отметка не\u00A0поставлена.`;
}

function WriteButton({ id, open }: { id: string; open: MarkButtonsProps['open'] }) {
  return (
    <Button
      variant="subtle"
      {...(open === 'address'
        ? {
            renderRoot: (props) => <Link to="/dashboard/sessions" search={{ session: id, write: '1' }} {...props} />,
          }
        : { onClick: () => open(id, true) })}
    >
      Записать
    </Button>
  );
}

/** The pressed button goes with its row or leaves it: the keyboard continues in the row, the next one, or the screen. */
function keepFocusNear(buttons: HTMLElement): void {
  const row = buttons.closest('li');
  const near = [
    row,
    row?.nextElementSibling,
    row?.previousElementSibling,
    buttons.closest('section'),
    document.querySelector('main'),
  ];
  queueMicrotask(() => {
    const there = near.find((one) => one?.isConnected);
    const target = there?.matches('main') ? there : there?.querySelector('button, a');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  });
}
