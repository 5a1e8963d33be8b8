import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from '#web/practice/booking/OnlineBooking.module.css';
import { rejectAllFromSender } from '#web/practice/booking/actions.ts';
import { type BookingRecord } from '#web/practice/booking/queries.ts';
import { counted } from '#web/ground/format/plural.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const REQUESTS_TO_REJECT = { one: 'заявку', few: 'заявки', many: 'заявок' };

interface RejectSenderProps {
  /** Waiting requests of one sender, at least two. */
  requests: readonly BookingRecord[];
  disabled: boolean;
  /** The requests have left the list. */
  onRejected: () => Promise<void>;
}

/** Rejects all waiting requests of one sender (BOOK-08). */
export function RejectSender({ requests, disabled, onRejected }: RejectSenderProps) {
  const [asking, setAsking] = useState(false);
  const [first] = requests;
  const reject = async () => {
    if (!first) return;
    try {
      await rejectAllFromSender(first.id);
    } catch (error) {
      failureToast('Не\u00A0удалось отклонить заявки', error);
      return;
    }
    setAsking(false);
    toast.success('Заявки отклонены');
    await onRejected();
  };
  return (
    <>
      <Button
        variant="subtle"
        className={classes.allOfSender ?? ''}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        Отклонить все от этого отправителя
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Отклонить ${counted(requests.length, REQUESTS_TO_REJECT)}?`}
        confirmText="Отклонить все"
        onCancel={() => setAsking(false)}
        onConfirm={reject}
      >
        Эти заявки пришли с&nbsp;одного подключения к&nbsp;интернету: {requests.map(({ name }) => name).join(', ')}.
        Их&nbsp;время освободится, заявки останутся в&nbsp;истории.
      </ConfirmDialog>
    </>
  );
}
