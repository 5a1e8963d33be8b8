import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { readWallTime } from '#domain/time/wall-time.ts';

interface TypedTimeProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
  /** Parses a typed text: 'HH:mm', or null if it is no time. */
  read?: (text: string) => string | null;
}

const NO_SUCH_TIME = 'Время в\u00A0виде 21:00';

/**
 * A time typed in any form, '9', '930' or '9:30', and normalised on blur. A text that is no time stays, with an error.
 */
export function TypedTime({ value, onChange, read = readWallTime, error, ...props }: TypedTimeProps) {
  const [typing, setTyping] = useState(false);
  const unread = !typing && value !== '' && read(value) === null;
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...props}
      value={value}
      error={error ?? (unread ? NO_SUCH_TIME : undefined)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={() => setTyping(true)}
      onBlur={() => {
        setTyping(false);
        onChange(read(value) ?? value);
      }}
    />
  );
}
