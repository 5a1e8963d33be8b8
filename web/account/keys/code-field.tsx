import { TextInput, type TextInputProps } from '@mantine/core';

/** The field of a recovery code: case, spaces and hyphens do not matter. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      label="Код от&nbsp;записей"
      description="Восемь групп букв и&nbsp;цифр. Пробелы и&nbsp;дефисы можно не&nbsp;вводить"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={200}
      aria-required
      {...props}
    />
  );
}

/** The error for an empty code; null for any other text. */
export function missingCode(typed: string): string | null {
  return typed.trim() === '' ? 'Введите код от\u00A0записей' : null;
}
