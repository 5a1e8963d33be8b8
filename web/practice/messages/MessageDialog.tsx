import { Button, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { blanksIn, type MessageKind } from '#domain/messages/blanks.ts';
import { MESSAGE_TEXTS, messageOf, offeredMessages } from '#domain/messages/message.ts';
import { programsFor } from '#domain/messages/programs.ts';
import { isLatePaid } from '#domain/money/money.ts';
import { placeOf } from '#domain/places/place.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { isTimeZone } from '#domain/time/zone.ts';
import { statusOfSession, type VisitRights, visitRights } from '#domain/visits/visit-rules.ts';
import { useCopy } from '#web/ui/dialog/use-copy.ts';
import { MESSAGE_NAMES } from '#web/practice/messages/message-names.ts';
import {
  type AboutMeeting,
  type Meeting,
  meetingQuery,
  messageLinkQuery,
  type Recipient,
  recipientQuery,
} from '#web/practice/messages/queries.ts';
import { type Handwritten, useHandwritten } from '#web/practice/messages/use-handwritten.ts';
import { useAmountsHidden } from '#web/practice/money/amounts-hidden.ts';
import { clientMoneyQuery, sessionMoneyQuery } from '#web/practice/money/queries.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { useLeaveGuard } from '#web/practice/record-form/use-leave-guard.tsx';
import { useUnloadQuestion } from '#web/practice/record-form/use-unload-question.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { Dialog, DialogBody } from '#web/ui/dialog/Dialog.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';
import { readClock } from '#web/ground/browser/clock.ts';

interface MessageDialogProps {
  client: string;
  about: AboutMeeting;
  kind?: MessageKind;
  onClose: () => void;
}

/**
 * Message templates filled in for a client, to copy or to pass to another program (MSG-01). Nothing is sent from here.
 */
export function MessageDialog({ client: id, about, kind, onClose }: MessageDialogProps) {
  const client = useQuery(recipientQuery(id));
  const meeting = useQuery(meetingQuery(id, about));
  const failed = [client, meeting].find(({ isError, data }) => isError && data === undefined);
  const hand = useHandwritten();
  const guard = useLeaveGuard({
    opened: true,
    stepBack: null,
    isSaving: () => false,
    isUnsaved: () => hand.isLost,
    isLong: () => hand.isLost,
    // Messages have no drafts: next time the text is generated anew from current data.
    outcome: () => 'lost',
    reopen: undefined,
    onLeave: () => {},
    onDiscard: () => {},
  });
  useUnloadQuestion(hand.isLost);
  return (
    <Dialog
      hidden={guard.hidesForm}
      closeOnClickOutside={!hand.isLost}
      onClose={() => guard.leave(onClose)}
      title="Сообщение"
      subtitle={client.data && <span translate="no">{client.data.name}</span>}
      width={620}
    >
      <DialogBody>
        {client.data && meeting.data !== undefined ? (
          <Messages id={id} client={client.data} meeting={meeting.data} hand={hand} {...(kind && { first: kind })} />
        ) : failed ? (
          <ErrorState title="Не&nbsp;удалось подготовить сообщение" onRetry={() => void failed.refetch()} />
        ) : (
          <LoadingCards text="Загрузка..." columns={1} count={2} />
        )}
      </DialogBody>
    </Dialog>
  );
}

/**
 * Returns the price of the meeting; null if nothing has to be paid for it, if the client has paid in advance, or if
 * this browser hides amounts.
 */
function useAmountToPay({ client, session, wanted }: { client: string; session: string; wanted: boolean }) {
  const hidden = useAmountsHidden();
  const enabled = wanted && session !== '' && !hidden;
  const price = useQuery({ ...sessionMoneyQuery(session), enabled });
  const account = useQuery({ ...clientMoneyQuery(client), enabled });
  const { balance = 0, package: held = null } = account.data ?? {};
  const isAhead = balance > 0 || (held !== null && held.used < held.of);
  const isAsked = enabled && !account.isPending && !account.isError && !isAhead;
  return { amount: (isAsked && price.data?.price) || null, isLoading: price.isLoading || account.isLoading };
}

/** What a client may do on the page of a meeting. */
function rightsOf(
  meeting: Meeting,
  client: Recipient,
  rules: ReturnType<typeof useProfile>,
  now: Temporal.Instant,
): VisitRights {
  const start = parseStoredInstant(meeting.date);
  const visit = {
    kind: 'session',
    status: statusOfSession({ ...meeting, start }, now),
    start,
    moves: meeting.moves,
  } as const;
  const { cancel_hours: cancelHours, move_hours: moveHours, max_moves: maxMoves, late_cancel: lateCancel } = rules;
  const price = meeting.price ?? client.price ?? rules.price;
  const latePaid = isLatePaid({ price, waived: meeting.waived }, rules);
  return visitRights(visit, { cancelHours, moveHours, maxMoves, lateCancel, latePaid }, now);
}

interface MessagesProps {
  id: string;
  client: Recipient;
  /** null if none is planned. */
  meeting: Meeting | null;
  hand: Handwritten;
  first?: MessageKind;
}

function Messages({ id, client, meeting, hand, first }: MessagesProps) {
  const profile = useProfile();
  const practiceZone = useTimeZone();
  const [now] = useState(() => readClock());
  const facts = {
    start: meeting && parseStoredInstant(meeting.date),
    practiceZone,
    clientZone: isTimeZone(client.time_zone) ? client.time_zone : '',
    place: placeOf({ session: meeting, client, profile }),
    rights: meeting && rightsOf(meeting, client, profile, now),
    now,
  };
  const { pay_text: payText, pay_link: payLink } = profile;
  const ways = payText + payLink === '' ? null : { text: payText, link: payLink };
  const kinds = offeredMessages({ ...facts, pay: ways && { ...ways, amount: null } });
  const [chosen, choose] = useState(first);
  const kind = kinds.find((one) => one === chosen) ?? kinds[0];
  const wording = kind ? (profile.messages[kind] ?? MESSAGE_TEXTS[kind]) : '';
  const wantsLink = meeting !== null && blanksIn(wording).includes('ссылка');
  const link = useQuery({ ...messageLinkQuery(meeting?.id ?? ''), enabled: wantsLink });
  const wantsPay = ways !== null && blanksIn(wording).includes('оплата');
  const { amount, isLoading } = useAmountToPay({ client: id, session: meeting?.id ?? '', wanted: wantsPay });
  const pay = ways && { ...ways, amount };
  const url = wantsLink ? (link.data ?? '') : '';
  const made = kind ? messageOf(kind, profile.messages, { ...facts, pay, link: url }) : '';
  const key = kind ?? 'free';
  const text = hand.texts[key] ?? made;
  const waits = (wantsLink && link.isLoading) || isLoading;
  const { copied, copy } = useCopy('Не\u00A0удалось скопировать сообщение');
  return (
    <FieldStack>
      {kinds.length > 0 && (
        <Select
          label="О&nbsp;чём"
          data={kinds.map((value) => ({ value, label: MESSAGE_NAMES[value] }))}
          value={kind ?? null}
          onChange={(value) => choose(kinds.find((one) => one === value))}
        />
      )}
      <Textarea
        label="Текст"
        rows={6}
        autoComplete="off"
        aria-busy={waits || undefined}
        value={text}
        onChange={(event) => hand.write(key, event.currentTarget.value, made)}
      />
      {wantsLink && link.isError && (
        <InlineBox kind="error" title="Ссылку для&nbsp;клиента сделать не&nbsp;удалось.">
          Сообщение пока без неё. <RetryButton onRetry={() => void link.refetch()} />
        </InlineBox>
      )}
      <div className="flex wrap gap-2">
        <Button
          leftSection={<IconCopy aria-hidden size={18} stroke={1.6} />}
          disabled={waits || text.trim() === ''}
          onClick={() => void copy(text).then((isCopied) => isCopied && hand.take(key))}
        >
          <span aria-live="polite">{copied ? 'Скопировано!' : 'Скопировать'}</span>
        </Button>
        {programsFor(client, text).map(({ name, href }) => (
          <Button
            key={name}
            component="a"
            variant="default"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            {...(waits && { 'data-disabled': true, 'aria-disabled': true })}
            onClick={(event) => {
              if (waits) event.preventDefault();
              else hand.take(key);
            }}
          >
            {name}
          </Button>
        ))}
      </div>
      <p className="small secondary">
        Кабинет сам ничего не&nbsp;отправляет. Программа, которую вы&nbsp;откроете, получит этот текст и&nbsp;номер или
        адрес клиента.
      </p>
    </FieldStack>
  );
}
