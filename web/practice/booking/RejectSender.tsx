import { Button } from '@mantine/core';
import { printInstant } from '#domain/time/instant.ts';
import classes from '#web/practice/booking/OnlineBooking.module.css';
import { rejectAllFromSender } from '#web/practice/booking/actions.ts';
import { type BookingRecord } from '#web/practice/booking/queries.ts';
import { counted } from '#web/ground/format/plural.ts';
import { OwnLetterLine } from '#web/practice/letters/late-letter-line.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toast } from '#web/ui/toast/toast.ts';

const REQUESTS_TO_REJECT = { one: 'заявку', few: 'заявки', many: 'заявок' };

interface RejectSenderProps {
  /** The id of the element that names the sender. */
  'aria-describedby': string;
  /** Waiting requests of one sender, at least two. */
  requests: readonly BookingRecord[];
  now: Temporal.Instant;
  disabled: boolean;
  /** Called once the requests have left the list. */
  onRejected: () => Promise<void>;
}

/** Rejects all waiting requests of one sender (BOOK-08). */
export function RejectSender({ requests, now, disabled, onRejected, ...whose }: RejectSenderProps) {
  const [first] = requests;
  const { client_letters } = useProfile();
  const ahead = requests.filter(({ date }) => client_letters && date > printInstant(now));
  const addresses = [...new Set(ahead.map(({ email }) => email))].filter(Boolean);
  const ask = async () => {
    if (!first) return;
    let silent = false;
    const done = await confirm({
      title: `Отклонить ${counted(requests.length, REQUESTS_TO_REJECT)}?`,
      text: (
        <>
          Эти заявки пришли с&nbsp;одного подключения к&nbsp;интернету: {requests.map(({ name }) => name).join(', ')}.
          Их&nbsp;время освободится, заявки останутся в&nbsp;истории.
        </>
      ),
      button: 'Отклонить все',
      children: <OwnLetterLine kind="request-rejected" to={addresses} onSilent={(chosen) => (silent = chosen)} />,
      run: () => rejectAllFromSender(first.id, silent),
      failed: 'Не\u00A0удалось отклонить заявки',
    });
    if (!done) return;
    toast.success('Заявки отклонены');
    await onRejected();
  };
  return (
    <Button
      {...whose}
      variant="subtle"
      className={classes.allOfSender ?? ''}
      disabled={disabled}
      onClick={() => void ask()}
    >
      Отклонить все от этого отправителя
    </Button>
  );
}
