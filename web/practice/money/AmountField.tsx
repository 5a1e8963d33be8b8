import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useAmountsHidden } from '#web/practice/money/amounts-hidden.ts';

interface AmountFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As typed; '' for none. */
  value: string;
  onChange: (value: string) => void;
}

const COVER = '•••';

/**
 * An amount in rubles to type. If this browser hides amounts, the field reveals its own only after a press or a key in
 * it, so that a dialog that focuses it shows nothing to bystanders (MONEY-06).
 */
export function AmountField({ value, onChange, ...props }: AmountFieldProps) {
  const hidden = useAmountsHidden();
  const [entered, setEntered] = useState(false);
  const covered = hidden && !entered && value !== '';
  /** Selects the revealed amount, as Tab does, so that the key replaces it instead of appending to it. */
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

/** Keys that leave the field or submit: they do not reveal the amount. */
const LEAVING = ['Tab', 'Shift', 'Enter', 'Escape'];
