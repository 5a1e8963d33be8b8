import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { isolated } from '#domain/text/isolated.ts';
import { BOOKING_DURATION, BOOKING_STATUS_LABEL } from '#domain/booking/booking.ts';
import { showPhone } from '#domain/clients/phone.ts';
import { hasCode, statusOf } from '#web/ground/api/errors.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import classes from '#web/practice/booking/OnlineBooking.module.css';
import { type ApprovalChoice, approveRequest, rejectRequest } from '#web/practice/booking/actions.ts';
import { type BookingRecord } from '#web/practice/booking/queries.ts';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { pressOn } from '#web/practice/letters/settling.ts';
import { openMessage } from '#web/practice/messages/open-message.tsx';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { RejectSender } from '#web/practice/booking/RejectSender.tsx';
import { useReturnRequest } from '#web/practice/booking/use-return-request.ts';
import { showDialled, telLink } from '#web/ground/format/tel-link.ts';
import { capital, showDate, showTime, showWeekday, zoned } from '#web/ground/format/dates.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import { showSince } from '#web/ground/format/relative-time.ts';
import { showZone } from '#web/ground/format/zones.ts';
import { Card } from '#web/ui/page/CardGrid.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';
import { StatusBadge } from '#web/ui/base/StatusBadge.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

interface NewRequestProps {
  request: BookingRecord;
  /** All waiting requests of the same sender, this one included. */
  sameSender: readonly BookingRecord[];
  timeZone: string;
  now: Temporal.Instant;
  /** Whether the address links to this request. */
  addressed: boolean;
  /** Called before the request leaves the list. */
  onAnswer: () => void;
  /** Called after it has left the list, together with its buttons. */
  onAnswered: () => void;
}

/** A waiting request: sender, time, message, and the buttons to approve or reject it (BOOK-02, BOOK-03, BOOK-05). */
export function NewRequest({ request, sameSender, timeZone, now, addressed, onAnswer, onAnswered }: NewRequestProps) {
  const navigate = useNavigate();
  const returnRequest = useReturnRequest();
  const start = zoned(request.date, timeZone);
  const [silent, setSilent] = useState(false);
  const { client_letters } = useProfile();
  const ahead = start !== null && Temporal.Instant.compare(start.toInstant(), now) > 0;
  const readers = client_letters && ahead && request.email !== '' ? [request.email] : [];
  const refresh = () => readAgain(['booking', 'clients', 'sessions']);
  const fail = (error: unknown, text: string) => {
    if (statusOf(error) === 404) {
      toast.error('Бронирование не найдено');
      void refresh();
    } else failureToast(text, error);
  };
  const openSession = (session: string) => void navigate({ to: '/dashboard/sessions', search: { session } });
  /** If no letter is sent, the toast offers to write a message by hand. */
  const nextOf = ({ id: session, client }: { id: string; client: string }) =>
    readers.length === 0 || silent
      ? { text: 'Сообщение', onPress: () => openMessage({ client, about: { id: session }, kind: 'planned' }) }
      : { text: 'Открыть сессию', onPress: () => openSession(session) };
  const approve = useMutation({
    mutationFn: (choice: ApprovalChoice) => approveRequest(request.id, choice, silent),
    onSuccess: async ({ session }) => {
      onAnswer();
      toast.success(start ? `${isolated(request.name)}, ${showDate(start)} ${showTime(start)}` : request.name, {
        title: 'Заявка подтверждена',
        ...(session && { action: nextOf(session) }),
      });
      await refresh();
      onAnswered();
    },
    onError: (error) => {
      if (!hasCode(error, 'date', 'slot_taken') && !hasCode(error, 'email', 'client_known'))
        fail(error, 'Не удалось подтвердить заявку');
    },
  });
  const reject = useMutation({
    mutationFn: () => rejectRequest(request.id, silent),
    onSuccess: async () => {
      onAnswer();
      const press = pressOn(readers, silent);
      const undo = { text: 'Вернуть', onPress: () => void returnRequest(request.id, press) };
      toast.success('Заявка отклонена', { undo });
      await refresh();
      onAnswered();
    },
    onError: (error) => fail(error, 'Не\u00A0удалось отклонить заявку'),
  });
  const busy = approve.isPending || reject.isPending;
  const id = useId();
  const whose = { 'aria-describedby': `${id}-name ${id}-when` };
  const name = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (addressed) name.current?.focus();
  }, [addressed]);
  const answers = useRef<HTMLDivElement>(null);
  const wasBusy = useRef(false);
  // Disabling a button drops its focus; after a refusal it gets the focus back.
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) {
      answers.current?.querySelector('button')?.focus();
    }
    wasBusy.current = busy;
  }, [busy]);
  const taken = hasCode(approve.error, 'date', 'slot_taken');
  const isKnown = hasCode(approve.error, 'email', 'client_known');
  const approveWith = (email: ApprovalChoice['email']) => submitOnce(approve, { allowOverlap: taken, email });
  const dial = telLink(request.phone);
  const elsewhere = request.time_zone && request.time_zone !== timeZone ? zoned(request.date, request.time_zone) : null;
  const differs = elsewhere && start && elsewhere.offsetNanoseconds !== start.offsetNanoseconds ? elsewhere : null;
  return (
    <Card as="article" className={classes.request} aria-label={`Заявка: ${request.name}`}>
      <div className={classes.requestHead}>
        <div className={classes.who}>
          <h3 ref={name} id={`${id}-name`} tabIndex={-1} translate="no">
            {request.name}
          </h3>
          {dial ? (
            <a
              className={classes.phone}
              href={dial}
              title={showDialled(request.phone)}
              aria-describedby={`${id}-name ${id}-when`}
            >
              {showPhone(request.phone)}
            </a>
          ) : (
            <p className={classes.phone}>{request.phone}</p>
          )}
          {request.email && (
            <a className={`${classes.phone} ${classes.email}`} href={`mailto:${request.email}`}>
              {request.email}
            </a>
          )}
        </div>
        {start && (
          <div className={classes.when}>
            <p id={`${id}-when`} className={classes.moment}>
              {showDate(start)} <b>{showTime(start)}</b>
            </p>
            <p className="small secondary">
              {capital(showWeekday(start.toPlainDate()))}, {showDuration(BOOKING_DURATION)}
            </p>
            {differs && (
              <p className={`small secondary ${classes.elsewhere}`}>
                у&nbsp;посетителя {differs.toPlainDate().equals(start.toPlainDate()) ? '' : `${showDate(differs)} `}
                {showTime(differs)} ({showZone(request.time_zone, now)})
              </p>
            )}
          </div>
        )}
      </div>
      {request.message === undefined && <NotOpened />}
      {request.message && (
        <blockquote className={classes.message} translate="no">
          {request.message}
        </blockquote>
      )}
      {request.held_since === '' && !taken && ahead && (
        <InlineBox kind="info" title="Время больше не&nbsp;удерживается.">
          Заявка ждёт больше двух суток, и&nbsp;посетители снова видят это время. Подтвердить её&nbsp;можно, пока оно
          свободно.
        </InlineBox>
      )}
      {taken && (
        <InlineBox kind="overlap" announce title="Это время уже занято.">
          Заявка пересекается с&nbsp;другой сессией или заявкой. Можно подтвердить её&nbsp;намеренно.
        </InlineBox>
      )}
      {isKnown && (
        <InlineBox kind="warning" announce title="Такой клиент уже есть, email у&nbsp;него не&nbsp;указан.">
          В&nbsp;заявке {request.email}. Если сохранить этот адрес у&nbsp;клиента, туда придут письма обо всех его
          встречах, а&nbsp;без этого — только письмо об&nbsp;этой.
        </InlineBox>
      )}
      <LetterLine kind="answer" to={readers} silent={silent} onSilent={setSilent} disabled={busy} />
      <div ref={answers} className={classes.answers}>
        <Button
          {...whose}
          leftSection={<IconCheck aria-hidden size={18} stroke={1.6} />}
          onClick={() => approveWith(isKnown ? 'give' : (approve.variables?.email ?? 'ask'))}
          disabled={busy}
          aria-busy={approve.isPending || undefined}
        >
          {taken ? 'Подтвердить всё равно' : isKnown ? 'Подтвердить и\u00A0сохранить адрес' : 'Подтвердить'}
        </Button>
        {isKnown && (
          <Button {...whose} variant="default" onClick={() => approveWith('leave')} disabled={busy}>
            Подтвердить без адреса
          </Button>
        )}
        <Button
          {...whose}
          variant="default"
          onClick={() => submitOnce(reject, undefined)}
          disabled={busy}
          aria-busy={reject.isPending || undefined}
        >
          Отклонить
        </Button>
        {sameSender.length > 1 && (
          <RejectSender
            {...whose}
            requests={sameSender}
            now={now}
            disabled={busy}
            onRejected={async () => {
              await refresh();
              onAnswered();
            }}
          />
        )}
        <div className={classes.waiting}>
          <StatusBadge tone="yellow" sign="clock">
            {BOOKING_STATUS_LABEL.pending}
          </StatusBadge>
          <Age created={request.created} timeZone={timeZone} now={now} />
        </div>
      </div>
    </Card>
  );
}

function Age({ created, timeZone, now }: { created: string; timeZone: string; now: Temporal.Instant }) {
  const moment = zoned(created, timeZone);
  if (!moment) return null;
  return (
    <time
      className="small secondary nowrap"
      dateTime={moment.toInstant().toString()}
      title={`${showDate(moment)} ${showTime(moment)}`}
    >
      {showSince(moment.toInstant(), now, timeZone)}
    </time>
  );
}
