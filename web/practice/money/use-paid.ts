import { useMutation } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { hasCode, statusOf } from '#web/ground/api/errors.ts';
import { type PaymentRecord, refreshMoney } from '#web/practice/money/queries.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const FAILED = 'Не\u00A0удалось отметить оплату';

interface Paid {
  payment: PaymentRecord;
  made: boolean;
}

/**
 * Pays the unpaid rest of a session with one press; the toast offers an undo (MONEY-03). `what` names the session:
 * '14:00, Анна'.
 */
export function usePaid(id: string, what: string) {
  return useMutation({
    mutationFn: async () => {
      const { payment, made } = await pb.send<Paid>(`/api/sessions/${id}/paid`, { method: 'POST' });
      const undo = { text: 'Отменить', onPress: () => void takeBack(payment.id, `Оплата отменена: ${what}`) };
      // A payment from another window, or one typed by hand, must not be undone here.
      if (made) toast.success(`Оплачено: ${what}`, { undo });
      else toast.info(`Уже оплачено: ${what}`);
      // Pending until the button has disappeared, so that another press is ignored.
      await refreshMoney();
    },
    onError: (error) => {
      if (hasCode(error, 'session', 'nothing_due')) toast.info(`Оплачивать нечего: ${what}`);
      else failureToast(FAILED, error);
      void refreshMoney();
    },
  });
}

/** Undoes a payment that has just been made. */
export async function takeBack(payment: string, done: string): Promise<void> {
  try {
    await pb.collection('payments').delete(payment);
    toast.success(done);
  } catch (error) {
    // Another window has undone it already.
    if (statusOf(error) !== 404) failureToast('Не\u00A0удалось отменить оплату', error);
  }
  await refreshMoney();
}
