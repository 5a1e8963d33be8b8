import { TextInput, type TextInputProps } from '@mantine/core';

export function EmailField(props: TextInputProps) {
  return <TextInput label="Email" type="email" inputMode="email" autoComplete="username" aria-required {...props} />;
}

export const passwordMissing = (typed: string) => (typed === '' ? 'Введите пароль' : null);
