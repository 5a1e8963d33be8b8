import { AmountField } from '#web/practice/money/AmountField.tsx';
import { useAmountsHidden } from '#web/practice/money/amounts-hidden.ts';
import { useMoneyUsed } from '#web/practice/money/used.ts';
import { usualInWords } from '#web/practice/money/words.ts';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';

interface PriceFieldProps {
  /** As it is typed; '' where the usual one holds. */
  value: string;
  error: string | undefined;
  /** The price that holds where none is typed. */
  usual: number | null;
  onChange: (price: string) => void;
}

/** What one session costs; empty it costs what is usual, which stands in the field (MONEY-01). Nothing where no money is worked with. */
export function PriceField({ value, error, usual, onChange }: PriceFieldProps) {
  const hidden = useAmountsHidden();
  if (!useMoneyUsed(usual !== null || value !== '')) return null;
  return (
    <AmountField
      label={<OptionalLabel>Цена</OptionalLabel>}
      placeholder={usualInWords(usual, hidden)}
      description={value === '0' ? 'Бесплатно' : '0\u00A0— бесплатно'}
      maw={220}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
