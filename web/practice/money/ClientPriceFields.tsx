import { PAY_WAYS } from '#domain/money/money.ts';
import { AmountField } from '#web/practice/money/AmountField.tsx';
import { useAmountsHidden } from '#web/practice/money/amounts-hidden.ts';
import type { ClientPriceForm } from '#web/practice/money/client-price.ts';
import { usualInWords, wayWord } from '#web/practice/money/words.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { fieldOf } from '#web/practice/record-form/field-props.ts';
import type { RecordForm } from '#web/practice/record-form/use-record-form.ts';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';
import { Select } from '#web/ui/form/Select.tsx';

const WAYS = [
  { value: '', label: 'Не\u00A0указан' },
  ...PAY_WAYS.map((value) => ({ value, label: wayWord(value) })),
] as const;

interface ClientPriceFieldsProps {
  form: Pick<RecordForm<ClientPriceForm>, 'values' | 'errors' | 'change'>;
  /** Whether the price gets the initial focus, as in the dialog that has only these fields. */
  autofocus?: boolean;
}

/** A client's price for a meeting, and their usual way of paying (MONEY-01, MONEY-03). */
export function ClientPriceFields({ form, autofocus = false }: ClientPriceFieldsProps) {
  const holds = usualInWords(useProfile().price, useAmountsHidden());
  return (
    <>
      <AmountField
        label={<OptionalLabel>Своя цена</OptionalLabel>}
        description={form.values.price === '0' ? 'Бесплатно' : `Если пусто: ${holds}. 0\u00A0— бесплатно`}
        data-autofocus={autofocus || undefined}
        {...fieldOf(form, 'price')}
      />
      <Select
        label="Обычно платит"
        description="Так будет записана оплата по&nbsp;кнопке «Оплачено»"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={WAYS}
        {...fieldOf(form, 'pay_way')}
      />
    </>
  );
}
