import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type NamedClient, toldApart } from '#domain/clients/told-apart.ts';
import { statusOf } from '#web/ground/api/errors.ts';
import { PaymentFields } from '#web/practice/money/PaymentFields.tsx';
import { PAYMENT_WORDS, type PaymentForm } from '#web/practice/money/payment-form.ts';
import { type PaymentRecord, paymentQuery } from '#web/practice/money/queries.ts';
import { removePayment } from '#web/practice/money/remove-payment.ts';
import { usePaymentForm } from '#web/practice/money/use-payment-form.ts';
import { ChangedElsewhere } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { DeletedElsewhere } from '#web/practice/record-form/DeletedElsewhere.tsx';
import { DraftLine } from '#web/practice/record-form/DraftLine.tsx';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { openDialog } from '#web/ui/dialog/hosted.ts';

interface PaymentDialogProps {
  /** null adds one. */
  payment: PaymentRecord | null;
  /** It has been deleted elsewhere meanwhile. */
  deleted?: boolean;
  /** The client of a new one; null lets choose. */
  client: (NamedClient & { id: string }) | null;
  suggested?: Partial<PaymentForm>;
  onClose: () => void;
}

const NOTHING: Partial<PaymentForm> = {};

/** Adds or changes a payment, a package or a refund (MONEY-04, MONEY-05). */
export const PaymentDialog = withDrafts(PaymentFormDialog);

function PaymentFormDialog(props: PaymentDialogProps) {
  const { payment, deleted = false, client, suggested = NOTHING, onClose } = props;
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
  const { draft, guard, values } = form;
  return (
    <FormDialog
      covered={guard.hidesForm}
      onClose={() => guard.leave(onClose)}
      onCancel={() => guard.discard(onClose)}
      title={payment ? 'Оплата' : 'Новая оплата'}
      subtitle={client && <span translate="no">{toldApart(client)}</span>}
      formId={form.id}
      onSubmit={form.onSubmit}
      submitText={payment ? 'Сохранить' : 'Записать'}
      pendingText="Сохранение..."
      pending={form.saving}
      submitDisabled={deleted}
      start={
        payment &&
        !deleted && (
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash aria-hidden size={18} stroke={1.6} />}
            onClick={() =>
              void removePayment(payment, () => {
                draft.forget();
                onClose();
              })
            }
          >
            Удалить
          </Button>
        )
      }
    >
      {deleted ? (
        <DeletedElsewhere title="Эту оплату удалили в&nbsp;другом месте." text={values.note}>
          Сохранить изменения больше некуда. Введённое можно скопировать.
        </DeletedElsewhere>
      ) : (
        <ChangedElsewhere draft={draft} words={PAYMENT_WORDS} />
      )}
      <PaymentFields form={form} fixed={payment !== null || client !== null} />
      <DraftLine draft={draft} />
    </FormDialog>
  );
}

interface StoredPaymentProps {
  payment: PaymentRecord;
  onClose: () => void;
}

/** Changes a stored payment: at once as its list has it, then as it is now. */
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
