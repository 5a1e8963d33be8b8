import { Button } from '@mantine/core';
import { isHeld } from '#domain/money/money.ts';
import { pb } from '#web/ground/api/client.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { AmountField } from '#web/practice/money/AmountField.tsx';
import { amountText, coveredPrice, PRICE_RULE, withStoredPrice } from '#web/practice/money/amount-text.ts';
import { useAmountsHidden } from '#web/practice/money/amounts-hidden.ts';
import type { PricedSession } from '#web/practice/money/priced.ts';
import { pricedSessionQuery } from '#web/practice/money/queries.ts';
import { usualInWords } from '#web/practice/money/words.ts';
import { type FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { RecordDialog } from '#web/practice/record-form/RecordDialog.tsx';
import { fieldOf } from '#web/practice/record-form/field-props.ts';
import { cached } from '#web/practice/record-form/save-record.ts';
import { useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

interface SessionPriceDialogProps {
  session: PricedSession;
  /** The price that applies if the session has none of its own. */
  usual: number | null;
  what: string;
  onClose: () => void;
}

interface PriceForm {
  price: string;
  waived: boolean;
}

const WORDS: FormWords<PriceForm> = {
  price: { what: 'цена', show: ({ price }) => coveredPrice(price) || 'без своей' },
  waived: { what: 'оплата', show: ({ waived }) => (waived ? 'не\u00A0нужна' : 'нужна') },
};

/** The price of one session, «Бесплатно», and whether it has to be paid at all (MONEY-01, MONEY-02). */
export const SessionPriceDialog = withDrafts(PriceDialog);

function PriceDialog({ session, usual, what, onClose }: SessionPriceDialogProps) {
  const form = useRecordForm<PriceForm, PricedSession>({
    name: `session-price-${session.id}`,
    record: session,
    start: { price: '', waived: false },
    formOf: ({ price, waived }) => ({ price: amountText(price), waived }),
    rules: { price: PRICE_RULE },
    keptAsDraft: () => false,
    source: cached(pricedSessionQuery(session.id)),
    change: (changes, { id }) => pb.collection('sessions').update<PricedSession>(id, withStoredPrice(changes)),
    refresh: () => void readAgain(['sessions', 'money']),
    onSaved: (_values, shown) => {
      toast.success(`Цена сохранена: ${what}`);
      if (shown) onClose();
    },
    onFailure: (error, id) => failureToast('Не\u00A0удалось сохранить цену', error, id),
  });
  const { values, change } = form;
  const holds = usualInWords(usual, useAmountsHidden());
  return (
    <RecordDialog
      form={form}
      words={WORDS}
      onClose={onClose}
      title="Цена сессии"
      subtitle={what}
      submitText="Сохранить"
    >
      <AmountField
        label="Цена"
        description={values.price === '0' ? 'Бесплатно' : `Если пусто: ${holds}`}
        data-autofocus
        {...fieldOf(form, 'price')}
      />
      <div>
        <Button variant="default" onClick={() => change({ price: '0' })}>
          Бесплатно
        </Button>
      </div>
      {isHeld(session) && (
        <Switch
          label="Не&nbsp;брать оплату"
          description="Цена остаётся, долга за&nbsp;эту сессию нет"
          checked={values.waived}
          onChange={(event) => change({ waived: event.currentTarget.checked })}
        />
      )}
    </RecordDialog>
  );
}
