import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { statusOfSession } from '#domain/visits/visit-rules.ts';
import { letterAddress } from '#web/practice/letters/letter-address.ts';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { MessageButton } from '#web/practice/messages/open-message.tsx';
import { opensByLinkQuery } from '#web/practice/messages/visit-links.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { seriesQuery } from '#web/practice/series/queries.ts';
import { useSeriesActions } from '#web/practice/series/SeriesMenu.tsx';
import { CancelButton } from '#web/practice/sessions/CancelButton.tsx';
import { comesAgain } from '#web/practice/sessions/comes-again.ts';
import { isOpen } from '#web/practice/sessions/day/day.ts';
import { addressOf, letterOfSession } from '#web/practice/sessions/letter-of-session.ts';
import { MissedButton } from '#web/practice/sessions/MissedButton.tsx';
import { OutcomeItems, otherOutcomes } from '#web/practice/sessions/OutcomeItems.tsx';
import { sessionLettersQuery, type SessionRecord } from '#web/practice/sessions/queries.ts';
import { RepeatNextWeek } from '#web/practice/sessions/RepeatNextWeek.tsx';
import classes from '#web/practice/sessions/SessionReading.module.css';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { useVisitLink } from '#web/practice/sessions/use-visit-link.ts';
import { isWritten } from '#web/practice/sessions/WrittenTexts.tsx';
import { MoreItem, MoreMenu } from '#web/ui/form/MoreMenu.tsx';
import { useNow } from '#web/ui/page/use-now.ts';

export interface SessionActionsProps {
  session: SessionRecord;
  editing: SessionEditing;
  /** A press has done all there was to do: the session can be left. */
  onDone: () => void;
  /** A dialog of its series has opened or closed. */
  onAsk: (asking: boolean) => void;
}

/** What is done with a stored session by one press, in one row; what is seldom done is under «Ещё». */
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
  const letters = useQuery({ ...sessionLettersQuery(session.id), enabled: address !== '' });
  const letter = { to, silent, describedBy: address === '' ? undefined : id };
  const planned = client !== undefined && statusOfSession({ ...session, start }, now) === 'planned';
  const cancels = client !== undefined && !begun && isOpen(session);
  const canceled = { startMs: start.epochMilliseconds, duration: 0, place: '', status: 'canceled' };
  const cancelling = cancels ? letterOfSession(session, canceled, letters.data, now.epochMilliseconds) : null;
  const callsOff = cancelling !== null;
  const allSeries = useQuery(seriesQuery()).data;
  const series = allSeries?.find((one) => one.id === session.series);
  const repeats =
    client !== undefined && (session.series === '' || (series !== undefined && !comesAgain(session, series, now)));
  const { presses, dialogs } = useSeriesActions({ series, session, onAsk, onGone: onDone });
  const link = useVisitLink(session, timeZone);
  const begins = client !== undefined && session.series === '' && session.status !== 'canceled';
  const others = otherOutcomes(session, profile.cancel_hours, begun);
  const written = [...(repeats ? to : []), ...(callsOff ? [addressOf(cancelling, address, letters.data)] : [])];
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
        {begun && isOpen(session) && <MissedButton session={session} />}
        {cancels && <CancelButton session={session} {...letter} to={callsOff ? to : []} onCanceled={onDone} />}
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
        kind={lineKind(repeats, callsOff)}
        id={id}
        to={address === '' ? [] : [...new Set(written)]}
        silent={silent}
        onSilent={onSilent}
      />
      {dialogs}
    </>
  );
}

/** Only where a link opens the session. */
function RevokeItem({ session, onPress }: { session: string; onPress: () => void }) {
  const { data: opens } = useQuery(opensByLinkQuery(session));
  return opens && <MoreItem onPress={onPress}>Отозвать ссылку</MoreItem>;
}

function lineKind(repeats: boolean, callsOff: boolean) {
  if (!repeats) return callsOff ? 'cancel' : null;
  return callsOff ? 'repeat-cancel' : 'repeat';
}
