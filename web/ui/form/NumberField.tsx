import { TextInput, type TextInputProps } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import classes from '#web/ui/form/NumberField.module.css';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** '' for none. */
  value: number | string;
  onChange: (value: number | '') => void;
  min: number;
  max?: number;
  step?: number;
}

/** More digits than any number that is asked for. */
const MOST_DIGITS = 6;

/** A whole number to type, or to step by the arrow keys or buttons. Only steps keep to the bounds: a save says what is wrong. */
export function NumberField({ value, onChange, min, max = Infinity, step = 1, ...props }: NumberFieldProps) {
  const stepBy = (steps: number) => onChange(Math.min(max, Math.max(min, Number(value) + steps * step)));
  return (
    <TextInput
      inputMode="numeric"
      maxLength={MOST_DIGITS}
      {...props}
      value={value}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replaceAll(/\D/g, '');
        onChange(digits === '' ? '' : Number(digits));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        stepBy(event.key === 'ArrowUp' ? 1 : -1);
      }}
      classNames={{ section: classes.steps ?? '' }}
      rightSection={
        // The keyboard has the arrows; a press leaves the focus where it is.
        <span aria-hidden onMouseDown={(event) => event.preventDefault()}>
          <button type="button" tabIndex={-1} onClick={() => stepBy(1)}>
            <IconChevronUp size={16} stroke={1.6} />
          </button>
          <button type="button" tabIndex={-1} onClick={() => stepBy(-1)}>
            <IconChevronDown size={16} stroke={1.6} />
          </button>
        </span>
      }
    />
  );
}
