import { TextInput, type TextInputProps } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { NO_WHOLE_NUMBER, readWholeNumber } from '#web/ground/format/typed-number.ts';
import classes from '#web/ui/form/NumberField.module.css';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** '' for none; the typed text itself if it is no whole number, so that no other number is saved instead. */
  value: number | string;
  onChange: (value: number | string) => void;
  min: number;
  max?: number;
  step?: number;
}

/**
 * A whole number to type, or to step with the arrow keys or buttons. Only steps respect the bounds; typed numbers are
 * validated on save.
 */
export function NumberField({ value, onChange, min, max = Infinity, step = 1, error, ...props }: NumberFieldProps) {
  const [typing, setTyping] = useState(false);
  const unread = !typing && typeof value === 'string' && value !== '';
  const stepBy = (steps: number) => {
    const from = typeof value === 'number' ? value : 0;
    onChange(Math.min(max, Math.max(min, from + steps * step)));
  };
  return (
    <TextInput
      inputMode="numeric"
      {...props}
      value={value}
      error={unread ? NO_WHOLE_NUMBER : error}
      onChange={({ currentTarget }) => onChange(readWholeNumber(currentTarget.value))}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        stepBy(event.key === 'ArrowUp' ? 1 : -1);
      }}
      classNames={{ section: classes.steps ?? '' }}
      rightSection={
        // Not focusable: the keyboard has the arrows, and a press leaves the focus where it is.
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
