import { AmountField } from '#web/practice/money/AmountField.tsx';
import { useAmountsHidden } from '#web/practice/money/amounts-hidden.ts';
import { useMoneyUsed } from '#web/practice/money/used.ts';
import { usualInWords } from '#web/practice/money/words.ts';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';

interface PriceFieldProps {
  /** As typed; '' if the usual price applies. */
  value: string;
  error: string | undefined;
  /** The price that applies if none is typed. */
  usual: number | null;
  onChange: (price: string) => void;
}

/**
 * The price of one session; left empty, the usual one applies, which is the placeholder (MONEY-01). Renders nothing if
 * the practitioner does not use money.
 */
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
