import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { looksLikePhone } from '#domain/clients/phone-numbers.ts';

interface PhoneFieldProps extends TextInputProps {
  value?: string;
}

/** A client's phone. A number that cannot be dialled gets a warning on blur, but can be saved. */
export function PhoneField({ value = '', ...props }: PhoneFieldProps) {
  const [left, setLeft] = useState(false);
  const doubtful = left && value.trim() !== '' && !props.error && !looksLikePhone(value);
  return (
    <TextInput
      label="Телефон"
      type="tel"
      inputMode="tel"
      autoComplete="off"
      placeholder="+7 (XXX) XXX-XX-XX"
      value={value}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(doubtful && { description: 'Не\u00A0похоже на\u00A0номер телефона. Сохранить его можно и\u00A0так.' })}
      {...props}
      onFocus={(event) => {
        setLeft(false);
        props.onFocus?.(event);
      }}
      onBlur={(event) => {
        setLeft(true);
        props.onBlur?.(event);
      }}
    />
  );
}
