import { useRef } from 'react';
import { pb } from '#web/ground/api/client.ts';
import { useAreLocked } from '#web/ground/api/keys.ts';
import { ownId } from '#web/ground/api/session.ts';
import { readToday } from '#web/ground/browser/clock.ts';
import {
  formOf,
  isTypedPayment,
  NEW_PAYMENT,
  type PaymentForm,
  paymentRules,
  wireOf,
} from '#web/practice/money/payment-form.ts';
import { type PaymentRecord, paymentQuery, refreshMoney } from '#web/practice/money/queries.ts';
import { takeBack } from '#web/practice/money/use-paid.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { keysOf } from '#web/practice/record-form/changed-fields.ts';
import { createOnce } from '#web/practice/record-form/create-once.ts';
import { cached } from '#web/practice/record-form/save-record.ts';
import { type RecordForm, useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

interface PaymentFormOptions {
  /** null for a new payment. */
  payment: PaymentRecord | null;
  deleted: boolean;
  /** The initial values of a new payment. */
  suggested: Partial<PaymentForm>;
  reopen: () => void;
  onClose: () => void;
}

/** The form of one payment (MONEY-04, MONEY-05). */
export function usePaymentForm(options: PaymentFormOptions): RecordForm<PaymentForm, PaymentRecord> {
  const { payment, deleted, suggested, reopen, onClose } = options;
  const today = readToday(useTimeZone());
  const payments = pb.collection('payments');
  const locked = useAreLocked();
  const added = useRef('');
  return useRecordForm<PaymentForm, PaymentRecord>({
    name: `payment-${payment?.id ?? `new-${suggested.client ?? ''}${suggested.session ?? ''}`}`,
    record: payment,
    start: { ...NEW_PAYMENT, paid_on: today.toString(), ...suggested },
    isFields: isTypedPayment,
    formOf,
    ...paymentRules(today, payment === null),
    deleted,
    reopen,
    create: payment
      ? undefined
      : ({ ...attempt }, fields) => {
          added.current = attempt.id;
          const { note, ...money } = wireOf(fields);
          // While texts are locked the server accepts no note, not even an empty one.
          const update = locked && note === '' ? money : { ...money, note };
          return createOnce(payments, { ...attempt, create: { ...update, user: ownId() }, update });
        },
    source: cached(paymentQuery(payment?.id ?? '')),
    change: async (changes, { id }, fields) => {
      const { note, client: _client, ...money } = wireOf(fields);
      const sent = keysOf(changes).some((field) => field === 'note') ? { ...money, note } : money;
      return payments.update<PaymentRecord>(id, sent);
    },
    refresh: () => void refreshMoney(),
    onSaved: (_values, shown) => {
      const id = added.current;
      const undo = { text: 'Отменить', onPress: () => void takeBack(id, 'Оплата отменена') };
      if (payment) toast.success('Оплата изменена');
      else toast.success('Оплата записана', { undo });
      if (shown) onClose();
    },
    onFailure: (error, id) => failureToast('Не\u00A0удалось сохранить оплату', error, id),
  });
}
