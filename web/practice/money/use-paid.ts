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

/** Pays the rest of a session by one press, which the toast takes back (MONEY-03). `what` names it: '14:00, Анна'. */
export function usePaid(id: string, what: string) {
  return useMutation({
    mutationFn: async () => {
      const { payment, made } = await pb.send<Paid>(`/api/sessions/${id}/paid`, { method: 'POST' });
      const undo = { text: 'Отменить', onPress: () => void takeBack(payment.id, `Оплата отменена: ${what}`) };
      // Another window's press, or a payment typed by hand, is not this one's to take back.
      if (made) toast.success(`Оплачено: ${what}`, { undo });
      else toast.info(`Уже оплачено: ${what}`);
      // Until the button is gone, another press is the same one.
      await refreshMoney();
    },
    onError: (error) => {
      if (hasCode(error, 'session', 'nothing_due')) toast.info(`Оплачивать нечего: ${what}`);
      else failureToast(FAILED, error);
      void refreshMoney();
    },
  });
}

/** Takes a payment back that was just made. */
export async function takeBack(payment: string, done: string): Promise<void> {
  try {
    await pb.collection('payments').delete(payment);
    toast.success(done);
  } catch (error) {
    // Another window has taken it back already.
    if (statusOf(error) !== 404) failureToast('Не\u00A0удалось отменить оплату', error);
  }
  await refreshMoney();
}
