import { Button } from '@mantine/core';
import { IconCalendarX, IconPencil, IconUserOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { parseStoredInstant, readInstant } from '#domain/time/instant.ts';
import { statusOfSession } from '#domain/visits/visit-rules.ts';
import { letterAddress } from '#web/practice/letters/letter-address.ts';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { pressOn } from '#web/practice/letters/settling.ts';
import { MessageButton } from '#web/practice/messages/open-message.tsx';
import { makeVisitLink, opensByLinkQuery, revokeVisitLink } from '#web/practice/messages/visit-links.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { seriesQuery } from '#web/practice/series/queries.ts';
import { useSeriesActions } from '#web/practice/series/SeriesMenu.tsx';
import { recursNextWeek } from '#web/practice/sessions/recurs-next-week.ts';
import { isOpen } from '#web/practice/sessions/day/day.ts';
import { addressOf, letterOfSession } from '#web/practice/sessions/letter-of-session.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import { useKnownLetters } from '#web/practice/sessions/use-known-letters.ts';
import { RepeatNextWeek } from '#web/practice/sessions/RepeatNextWeek.tsx';
import classes from '#web/practice/sessions/SessionReading.module.css';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { isLateBy, type Marking, type MarkWord, useSessionMark } from '#web/practice/sessions/use-mark.ts';
import { isWritten } from '#web/practice/sessions/WrittenTexts.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { MoreItem, MoreMenu } from '#web/ui/form/MoreMenu.tsx';
import { useNow } from '#web/ui/page/use-now.ts';
import { forgetMessageLink } from '#web/practice/messages/queries.ts';
import { whoAndWhen } from '#web/practice/sessions/who-and-when.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { copyText } from '#web/ui/dialog/copy-text.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

export interface SessionActionsProps {
  session: SessionRecord;
  editing: SessionEditing;
  /** Called when an action has finished and the session can be closed. */
  onDone: () => void;
  /** Called when a dialog of the session's series opens or closes. */
  onAsk: (asking: boolean) => void;
}

/** The one-press actions of a stored session in one row; rarely used ones are under «Ещё». */
export function SessionActions({ session, editing, onDone, onAsk }: SessionActionsProps) {
  const { silent, onSilent, timeZone } = editing;
  const id = useId();
  const now = useNow();
  const start = parseStoredInstant(session.date);
  const begun = Temporal.Instant.compare(start, now) <= 0;
  const client = session.expand?.client;
  const profile = useProfile();
  const address = letterAddress(client, profile.client_letters);
  const to = address === '' ? [] : [address];
  const known = useKnownLetters(session, address !== '');
  const letter = { to, silent, describedBy: address === '' ? undefined : id };
  const planned = client !== undefined && statusOfSession({ ...session, start }, now) === 'planned';
  const cancels = client !== undefined && !begun && isOpen(session);
  const canceled = { startMs: start.epochMilliseconds, duration: 0, place: '', status: 'canceled' };
  const cancelling = cancels ? letterOfSession(session, canceled, known, now.epochMilliseconds) : null;
  const callsOff = cancelling !== null;
  const isUntold = cancels && !callsOff && session.status === 'scheduled';
  const allSeries = useQuery(seriesQuery()).data;
  const series = allSeries?.find((one) => one.id === session.series);
  const repeats =
    client !== undefined && (session.series === '' || (series !== undefined && !recursNextWeek(session, series, now)));
  const { presses, dialogs } = useSeriesActions({ series, session, onAsk, onGone: onDone });
  const link = useVisitLink(session, timeZone);
  const begins = client !== undefined && session.series === '' && session.status !== 'canceled';
  const others = otherOutcomes(session, profile.cancel_hours, begun);
  const written = [...(repeats ? to : []), ...(callsOff ? [addressOf(cancelling, address, known.letters)] : [])];
  return (
    <>
      <div className={classes.actions}>
        {begun && session.status !== 'canceled' && (
          <Button
            variant={isWritten(session) ? 'default' : 'filled'}
            leftSection={<IconPencil aria-hidden size={18} stroke={1.6} />}
            onClick={editing.write}
          >
            {isWritten(session) ? 'Изменить записи' : 'Записать'}
          </Button>
        )}
        {begun && isOpen(session) && (
          <MarkButton session={session} word="Неявка" icon={<IconUserOff aria-hidden size={18} stroke={1.6} />}>
            Неявка
          </MarkButton>
        )}
        {cancels && (
          <MarkButton
            session={session}
            word="Отменена"
            icon={<IconCalendarX aria-hidden size={18} stroke={1.6} />}
            silent={silent}
            to={callsOff ? to : []}
            describedBy={letter.describedBy}
            onDone={onDone}
          >
            Отменить сессию
          </MarkButton>
        )}
        {repeats && <RepeatNextWeek session={session} {...letter} />}
        {planned && <MessageButton client={session.client} about={{ id: session.id }} />}
        {(planned || begins || presses.length > 0 || others.length > 0) && (
          <MoreMenu>
            <OutcomeItems session={session} words={others} />
            {begins && (
              <MoreItem onPress={() => editing.dispatch({ type: 'ask', question: 'repeat' })}>
                Повторять эту сессию
              </MoreItem>
            )}
            {presses.map(({ text, onPress }) => (
              <MoreItem key={text} onPress={onPress}>
                {text}
              </MoreItem>
            ))}
            {planned && (
              <>
                <MoreItem onPress={link.copy}>Ссылка для клиента</MoreItem>
                <RevokeItem session={session.id} onPress={link.revoke} />
              </>
            )}
          </MoreMenu>
        )}
      </div>
      <LetterLine
        kind={lineKind(repeats, callsOff, isUntold)}
        id={id}
        to={address === '' ? [] : [...new Set(isUntold ? to : written)]}
        several={false}
        silent={silent}
        onSilent={onSilent}
      />
      {dialogs}
    </>
  );
}

/** Rendered only if a link to the session exists. */
function RevokeItem({ session, onPress }: { session: string; onPress: () => void }) {
  const { data: opens } = useQuery(opensByLinkQuery(session));
  return opens && <MoreItem onPress={onPress}>Отозвать ссылку</MoreItem>;
}

function lineKind(repeats: boolean, callsOff: boolean, isUntold: boolean) {
  if (callsOff) return repeats ? 'repeat-cancel' : 'cancel';
  if (isUntold) return repeats ? 'repeat-untold' : 'untold';
  return repeats ? 'repeat' : null;
}

interface MarkButtonProps extends Omit<Marking, 'press'> {
  session: SessionRecord;
  icon: ReactNode;
  /** The address for the letter about it; absent if none can be sent. */
  to?: readonly string[];
  describedBy?: string | undefined;
  children: string;
}

/**
 * Marks a session with one press: cancelled before it begins, missed afterwards; the toast offers an undo (VISIT-03).
 */
function MarkButton({ session, icon, to, describedBy, children, ...mark }: MarkButtonProps) {
  const { marking } = useSessionMark(session);
  return (
    <Button
      variant="default"
      leftSection={icon}
      aria-busy={marking.isPending}
      aria-describedby={describedBy}
      onClick={({ currentTarget }) => {
        // Pressing removes this button, so move the focus first; otherwise it would be dropped.
        currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus();
        submitOnce(marking, { ...mark, press: to ? pressOn(to, mark.silent ?? false, session.date) : null });
      }}
    >
      {children}
    </Button>
  );
}

/**
 * The other outcomes of a session that the practitioner cancelled: late if it was cancelled within `cutOff` hours of
 * its start, missed if that has passed (MONEY-02).
 */
function otherOutcomes(session: SessionRecord, cutOff: number, begun: boolean): MarkWord[] {
  const { status, outcome, date, outcome_at, expand } = session;
  if (status !== 'canceled' || outcome === 'client' || !expand?.client) return [];
  const at = readInstant(outcome_at);
  const isLate = at !== null && isLateBy(parseStoredInstant(date), cutOff, at);
  return [
    ...(isLate && outcome !== 'late' ? (['Поздняя отмена'] as const) : []),
    ...(begun && outcome !== 'no_show' ? (['Неявка'] as const) : []),
    ...(outcome === 'late' || outcome === 'no_show' ? (['Обычная отмена'] as const) : []),
  ];
}

function OutcomeItems({ session, words }: { session: SessionRecord; words: readonly MarkWord[] }) {
  const { marking } = useSessionMark(session);
  return words.map((word) => (
    <MoreItem key={word} onPress={() => submitOnce(marking, { word })}>
      {word}
    </MoreItem>
  ));
}

/** Copies a link with which the client moves or cancels the session, and revokes all such links (VISIT-04). */
function useVisitLink(session: SessionRecord, timeZone: string) {
  const { id } = session;
  const who = whoAndWhen(session, timeZone);
  // Once this dialog is closed, a late response must not overwrite what was copied since.
  const closing = useRef<AbortController>(null);
  useEffect(() => {
    const control = new AbortController();
    closing.current = control;
    return () => control.abort();
  }, []);
  const making = useMutation({
    mutationFn: async () => {
      const { signal } = closing.current ?? new AbortController();
      try {
        if (await copyText(makeVisitLink(id, signal), 'Не\u00A0удалось скопировать ссылку'))
          toast.success(who, { title: 'Ссылка скопирована' });
      } catch (error) {
        if (!signal.aborted) failureToast('Не\u00A0удалось сделать ссылку', error);
      }
    },
  });
  const revoke = async () => {
    const revoked = await confirm({
      title: 'Отозвать ссылку?',
      text: `${who}. Все ссылки на\u00A0эту сессию перестанут открываться, и\u00A0те, что ушли в\u00A0письмах. Новую можно сделать в\u00A0любой момент.`,
      button: 'Отозвать',
      run: () => revokeVisitLink(id),
      failed: 'Не\u00A0удалось отозвать ссылку',
    });
    if (!revoked) return;
    forgetMessageLink(id);
    toast.success(who, { title: 'Ссылка отозвана' });
  };
  return { copy: () => submitOnce(making, undefined), revoke: () => void revoke() };
}
