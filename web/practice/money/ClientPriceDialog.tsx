import { pb } from '#web/ground/api/client.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { amountText, PRICE_RULE, withStoredPrice } from '#web/practice/money/amount-text.ts';
import { CLIENT_PRICE_WORDS, type ClientPriceForm } from '#web/practice/money/client-price.ts';
import { ClientPriceFields } from '#web/practice/money/ClientPriceFields.tsx';
import type { PricedClient } from '#web/practice/money/priced.ts';
import { pricedClientQuery } from '#web/practice/money/queries.ts';
import { RecordDialog } from '#web/practice/record-form/RecordDialog.tsx';
import { cached } from '#web/practice/record-form/save-record.ts';
import { useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

interface ClientPriceDialogProps {
  client: PricedClient;
  onClose: () => void;
}

/** A client's price for a meeting, and their usual way of paying (MONEY-01, MONEY-03). */
export const ClientPriceDialog = withDrafts(PriceDialog);

function PriceDialog({ client, onClose }: ClientPriceDialogProps) {
  const form = useRecordForm<ClientPriceForm, PricedClient>({
    name: `client-price-${client.id}`,
    record: client,
    start: { price: '', pay_way: '' },
    formOf: ({ price, pay_way }) => ({ price: amountText(price), pay_way }),
    rules: { price: PRICE_RULE },
    keptAsDraft: () => false,
    source: cached(pricedClientQuery(client.id)),
    change: (changes, { id }) => pb.collection('clients').update<PricedClient>(id, withStoredPrice(changes)),
    refresh: () => void readAgain(['clients', 'sessions', 'money']),
    onSaved: (_values, shown) => {
      toast.success('Цена клиента сохранена');
      if (shown) onClose();
    },
    onFailure: (error, id) => failureToast('Не\u00A0удалось сохранить цену', error, id),
  });
  return (
    <RecordDialog
      form={form}
      words={CLIENT_PRICE_WORDS}
      onClose={onClose}
      title="Цена и&nbsp;способ оплаты"
      subtitle={<span translate="no">{client.name}</span>}
      submitText="Сохранить"
    >
      <ClientPriceFields form={form} autofocus />
    </RecordDialog>
  );
}
