import { pb } from '#web/ground/api/client.ts';
import { ownId } from '#web/ground/api/session.ts';
import { type PaymentRecord, refreshMoney } from '#web/practice/money/queries.ts';
import { deleteRecord } from '#web/ui/dialog/confirm-deletion.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** Deletes a payment at once; the toast takes that back, except where its note does not open and would be lost. */
export async function removePayment(payment: PaymentRecord, onGone: () => void): Promise<void> {
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
