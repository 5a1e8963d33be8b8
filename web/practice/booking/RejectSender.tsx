import { Button } from '@mantine/core';
import classes from '#web/practice/booking/OnlineBooking.module.css';
import { rejectAllFromSender } from '#web/practice/booking/actions.ts';
import { type BookingRecord } from '#web/practice/booking/queries.ts';
import { counted } from '#web/ground/format/plural.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toast } from '#web/ui/toast/toast.ts';

const REQUESTS_TO_REJECT = { one: 'заявку', few: 'заявки', many: 'заявок' };

interface RejectSenderProps {
  /** Whose button it is. */
  'aria-describedby': string;
  /** Waiting requests of one sender, at least two. */
  requests: readonly BookingRecord[];
  disabled: boolean;
  /** The requests have left the list. */
  onRejected: () => Promise<void>;
}

/** Rejects all waiting requests of one sender (BOOK-08). */
export function RejectSender({ requests, disabled, onRejected, ...whose }: RejectSenderProps) {
  const [first] = requests;
  const ask = async () => {
    if (!first) return;
    const done = await confirm({
      title: `Отклонить ${counted(requests.length, REQUESTS_TO_REJECT)}?`,
      text: (
        <>
          Эти заявки пришли с&nbsp;одного подключения к&nbsp;интернету: {requests.map(({ name }) => name).join(', ')}.
          Их&nbsp;время освободится, заявки останутся в&nbsp;истории.
        </>
      ),
      button: 'Отклонить все',
      run: () => rejectAllFromSender(first.id),
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
