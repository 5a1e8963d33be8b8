import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type NamedClient, toldApart } from '#domain/clients/told-apart.ts';
import { statusOf } from '#web/ground/api/errors.ts';
import { PaymentFields } from '#web/practice/money/PaymentFields.tsx';
import { PAYMENT_WORDS, type PaymentForm } from '#web/practice/money/payment-form.ts';
import { paymentQuery, type PaymentRecord, refreshMoney } from '#web/practice/money/queries.ts';
import { usePaymentForm } from '#web/practice/money/use-payment-form.ts';
import { DraftLine } from '#web/practice/record-form/DraftLine.tsx';
import { RecordDialog } from '#web/practice/record-form/RecordDialog.tsx';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { openDialog } from '#web/ui/dialog/hosted.ts';
import { pb } from '#web/ground/api/client.ts';
import { ownId } from '#web/ground/api/session.ts';
import { deleteRecord } from '#web/ui/dialog/confirm-deletion.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

interface PaymentDialogProps {
  /** null for a new payment. */
  payment: PaymentRecord | null;
  /** True if it has been deleted elsewhere meanwhile. */
  deleted?: boolean;
  /** The client of a new payment; null lets the person choose. */
  client: (NamedClient & { id: string }) | null;
  suggested?: Partial<PaymentForm>;
  onClose: () => void;
}

const NOT_SUGGESTED: Partial<PaymentForm> = {};

/** Adds or changes a payment, a package or a refund (MONEY-04, MONEY-05). */
export const PaymentDialog = withDrafts(PaymentFormDialog);

function PaymentFormDialog(props: PaymentDialogProps) {
  const { payment, deleted = false, client, suggested = NOT_SUGGESTED, onClose } = props;
  const form = usePaymentForm({
    payment,
    deleted,
    suggested: client ? { ...suggested, client: client.id } : suggested,
    reopen: () =>
      void openDialog((close) =>
        payment ? <StoredPayment payment={payment} onClose={close} /> : <PaymentDialog {...props} onClose={close} />,
      ),
    onClose,
  });
  return (
    <RecordDialog
      form={form}
      words={PAYMENT_WORDS}
      deleted={deleted && { title: 'Эту оплату удалили в\u00A0другом месте.', text: form.values.note }}
      onClose={onClose}
      title={payment ? 'Оплата' : 'Новая оплата'}
      subtitle={client && <span translate="no">{toldApart(client)}</span>}
      submitText={payment ? 'Сохранить' : 'Записать'}
      start={
        payment &&
        !deleted && (
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash aria-hidden size={18} stroke={1.6} />}
            onClick={() =>
              void removePayment(payment, () => {
                form.draft.forget();
                onClose();
              })
            }
          >
            Удалить
          </Button>
        )
      }
    >
      <PaymentFields form={form} fixed={payment !== null || client !== null} />
      <DraftLine draft={form.draft} />
    </RecordDialog>
  );
}

interface StoredPaymentProps {
  payment: PaymentRecord;
  onClose: () => void;
}

/** Edits a stored payment: with the data from its list at once, then with its current data. */
export function StoredPayment({ payment, onClose }: StoredPaymentProps) {
  const { data = payment, error } = useQuery(paymentQuery(payment.id));
  return (
    <PaymentDialog
      payment={data}
      client={data.expand?.client ?? null}
      deleted={statusOf(error) === 404}
      onClose={onClose}
    />
  );
}

/**
 * Deletes a payment at once, with an undo in the toast; without one if its note cannot be decrypted, because that would
 * be lost.
 */
async function removePayment(payment: PaymentRecord, onGone: () => void): Promise<void> {
  const { expand: _expand, ...record } = payment;
  const undo = { text: 'Вернуть', onPress: () => void bringBack(record) };
  try {
    await deleteRecord({
      remove: () => pb.collection('payments').delete(payment.id),
      refresh: async () => {
        onGone();
        await refreshMoney();
      },
      deleted: 'Оплата удалена',
      undo: record.note === undefined || record.client === '' ? undefined : undo,
    });
  } catch (error) {
    failureToast('Не\u00A0удалось удалить оплату', error);
  }
}

async function bringBack(record: Omit<PaymentRecord, 'expand'>): Promise<void> {
  try {
    await pb.collection('payments').create({ ...record, user: ownId() });
    toast.success('Оплата возвращена');
  } catch (error) {
    failureToast('Не\u00A0удалось вернуть оплату', error);
  }
  await refreshMoney();
}
