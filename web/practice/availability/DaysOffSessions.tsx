import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DayOff } from '#domain/profiles/profile.ts';
import { errorText } from '#web/ground/api/errors.ts';
import classes from '#web/practice/availability/DaysOffSessions.module.css';
import { aroundDaysOffQuery, isAffected, type AffectedSession } from '#web/practice/availability/affected-sessions.ts';
import { AffectedRow } from '#web/practice/availability/AffectedRow.tsx';
import { useCancelling } from '#web/practice/availability/use-cancelling.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import { letterAddress } from '#web/practice/letters/letter-address.ts';
import { toldQuery } from '#web/practice/letters/told.ts';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';
import { readClock } from '#web/ground/browser/clock.ts';

interface DaysOffSessionsProps {
  /** Newly added days off. */
  days: readonly DayOff[];
  onClose: () => void;
}

/** The planned sessions affected by new days off, to cancel all, some or none of them (SERIES-07). */
export function DaysOffSessions({ days, onClose }: DaysOffSessionsProps) {
  const timeZone = useTimeZone();
  const query = useQuery({ ...aroundDaysOffQuery(days, timeZone), staleTime: 0 });
  const isStillAffected = (session: AffectedSession) => isAffected(session, days, { timeZone, now: readClock() });
  const planned = query.data?.filter(isStillAffected) ?? [];
  // Rows stay in place when their sessions change.
  const [listed, setListed] = useState<readonly AffectedSession[] | null>(null);
  if (query.data && !query.isFetching && !listed) setListed(planned);
  // Ignores sessions that another window has planned since, because the practitioner has not seen them.
  const left = planned.filter(({ id }) => listed?.some((session) => session.id === id));
  const [silent, setSilent] = useState(false);
  const { client_letters } = useProfile();
  const addressesOf = (sessions: readonly AffectedSession[]): string[] =>
    [...new Set(sessions.map(({ expand }) => letterAddress(expand?.client, client_letters)))].filter(Boolean);
  const meetings = left.filter(({ status }) => status === 'scheduled');
  const all = addressesOf(meetings);
  const { data: told } = useQuery({ ...toldQuery(listed?.map(({ id }) => id) ?? []), enabled: all.length > 0 });
  // While unknown, the clients count as notified.
  const to = told ? addressesOf(meetings.filter(({ id }) => told.includes(id))) : all;
  const cancelling = useCancelling({ to, silent, onAll: onClose });
  const { isRunning, progress, failure } = cancelling;
  if (!query.isLoadingError && !listed?.length) return null;
  return (
    <Dialog
      reads
      onClose={onClose}
      width={620}
      busy={isRunning}
      title="На&nbsp;эти дни запланированы сессии"
      subtitle={listed && counted(listed.length, SESSIONS)}
    >
      <DialogBody>
        {query.isLoadingError && <ErrorState title="Ошибка при загрузке сессий" onRetry={() => void query.refetch()} />}
        {listed && (
          <>
            <p className="secondary">
              Отменённые останутся в&nbsp;списке со&nbsp;статусом «Отмена», и&nbsp;серии их&nbsp;больше
              не&nbsp;поставят.
            </p>
            <ul role="list" className={classes.sessions}>
              {listed.map((session) => (
                <AffectedRow
                  key={session.id}
                  session={session}
                  now={query.data?.find(({ id }) => id === session.id)}
                  isAffected={left.some(({ id }) => id === session.id)}
                  timeZone={timeZone}
                  disabled={isRunning}
                  silent={silent}
                />
              ))}
            </ul>
            <LetterLine
              kind={to.length > 0 ? 'session-cancelled' : 'untold'}
              to={to.length > 0 ? to : all}
              silent={silent}
              onSilent={setSilent}
              disabled={isRunning}
            />
            {failure && (
              <InlineBox kind="error" title={`Отменено ${progress.done} из\u00A0${progress.of}.`}>
                {errorText(failure)}
              </InlineBox>
            )}
          </>
        )}
      </DialogBody>
      <DialogFooter
        start={
          <p aria-live="polite" className="secondary">
            {isRunning && `Отменено ${progress.done} из\u00A0${progress.of}`}
          </p>
        }
      >
        <Button variant="default" onClick={onClose} disabled={isRunning} data-autofocus>
          {left.length > 0 ? 'Оставить' : 'Готово'}
        </Button>
        {left.length > 0 && (
          <Button color="red" onClick={() => cancelling.cancelAll(left)} loading={isRunning}>
            Отменить все
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
