import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isDayOff } from '#domain/availability/days-off.ts';
import { capital, showDayInWords, showTime } from '#web/ground/format/dates.ts';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { overlapOf } from '#web/practice/sessions/overlap.ts';
import { freeTimesQuery, heldTimeQuery } from '#web/practice/sessions/queries.ts';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { nearestFree, showHolder } from '#web/practice/sessions/taken-hour.ts';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { useNow } from '#web/ui/page/use-now.ts';

/** A start that the practitioner chose. */
export interface Choice {
  start: Temporal.ZonedDateTime;
  allowOverlap: boolean;
  silent: boolean;
}

interface TakenHourProps {
  client: string;
  wish: Temporal.ZonedDateTime;
  /** Minutes. */
  duration: number;
  /** The address for the letter. */
  to: readonly string[];
  silent: boolean;
  /** Plans the chosen start and closes; otherwise resolves if that time is taken too. */
  onChoose: (choice: Choice) => Promise<void>;
  onClose: () => void;
}

/**
 * For a time that is taken or on a day off: offers three free times of that day, or that time on purpose (SESSION-17).
 */
export function TakenHour({ client, wish, duration, to, onChoose, onClose, ...begun }: TakenHourProps) {
  const { days_off } = useProfile();
  const [silent, setSilent] = useState(begun.silent);
  const now = useNow();
  const day = wish.toPlainDate();
  const date = day.toString();
  const zone = wish.timeZoneId;
  const free = useQuery({ ...freeTimesQuery(date, duration, null), staleTime: 0 });
  const held = useQuery({ ...heldTimeQuery(date, zone), staleTime: 0 });
  const choosing = useMutation({
    mutationFn: (choice: Omit<Choice, 'silent'>) => onChoose({ ...choice, silent }),
    onError: (error) => failureToast('Ошибка при создании сессии', error),
  });
  const start = wish.toInstant();
  const isOff = isDayOff(day, days_off);
  const overlap = overlapOf({ start, end: start.add({ minutes: duration }) }, held.data ?? [], null);
  const slots = free.data?.filter((slot) => Temporal.Instant.compare(Temporal.Instant.from(slot.start), now) > 0);
  const offered = slots && nearestFree(slots, start);
  const time = showTime(wish);
  const pending = choosing.isPending;
  const holder = showHolder(overlap, zone);
  return (
    <Dialog
      onClose={onClose}
      busy={pending}
      width={480}
      title={isOff ? 'Это выходной' : `${time} занято`}
      subtitle={`${capital(showDayInWords(day))}${isOff ? `, ${time}` : ''}`}
    >
      <DialogBody>
        <FieldStack>
          {holder && <p translate="no">{holder}</p>}
          {offered && offered.length > 0 ? (
            <div role="group" aria-label="Свободно в&nbsp;этот день" className={classes.offered}>
              {offered.map((slot) => (
                <button
                  key={slot.start}
                  type="button"
                  className={classes.time}
                  disabled={pending}
                  onClick={() =>
                    submitOnce(choosing, {
                      start: Temporal.Instant.from(slot.start).toZonedDateTimeISO(zone),
                      allowOverlap: false,
                    })
                  }
                >
                  {slot.time}
                </button>
              ))}
            </div>
          ) : (
            <p className={classes.none}>
              {free.isError
                ? 'Не\u00A0удалось узнать свободное время'
                : offered && 'Свободного времени в\u00A0этот день нет'}
            </p>
          )}
          <LetterLine kind="session-planned" to={to} silent={silent} onSilent={setSilent} disabled={pending} />
        </FieldStack>
      </DialogBody>
      <DialogFooter
        start={
          <Button
            variant="subtle"
            renderRoot={(props) => (
              <Link
                to="/dashboard/sessions/new/$clientId"
                params={{ clientId: client }}
                search={{ date, time }}
                {...props}
              />
            )}
          >
            Другой день
          </Button>
        }
      >
        <Button variant="default" onClick={onClose} disabled={pending}>
          Отмена
        </Button>
        <Button
          variant="default"
          disabled={pending}
          onClick={() => submitOnce(choosing, { start: wish, allowOverlap: true })}
        >
          Всё равно {time}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
