import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useAmountsHidden } from '#web/practice/money/amounts-hidden.ts';

interface AmountFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As it is typed; '' for none. */
  value: string;
  onChange: (value: string) => void;
}

const COVER = '•••';

/**
 * Rubles to type. Where this browser hides amounts, the field shows its own only while the person is in it by a press of
 * hers: a dialog that opens at it shows nothing to who sits beside her (MONEY-06).
 */
export function AmountField({ value, onChange, ...props }: AmountFieldProps) {
  const hidden = useAmountsHidden();
  const [entered, setEntered] = useState(false);
  const covered = hidden && !entered && value !== '';
  /** The amount is selected, as by Tab: what the key types takes its place, and is not added to it. */
  const enterByKey = (field: HTMLInputElement) => {
    if (!covered) return;
    flushSync(() => setEntered(true));
    field.select();
  };
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={<span aria-hidden>₽</span>}
      rightSectionPointerEvents="none"
      {...props}
      value={covered ? COVER : value}
      onChange={(event) => {
        setEntered(true);
        onChange(event.currentTarget.value.replaceAll('•', ''));
      }}
      onPointerDown={() => setEntered(true)}
      onKeyDown={({ key, currentTarget }) => !LEAVING.includes(key) && enterByKey(currentTarget)}
      onKeyUp={({ key, currentTarget }) => key === 'Tab' && enterByKey(currentTarget)}
      onBlur={() => setEntered(false)}
    />
  );
}

/** Keys that lead out of a field, or save: they show nothing. */
const LEAVING = ['Tab', 'Shift', 'Enter', 'Escape'];
