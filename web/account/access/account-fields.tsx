import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, TextInput } from '@mantine/core';
import type { PasswordInputProps, TextInputProps } from '@mantine/core';

export function EmailField(props: TextInputProps) {
  return <TextInput label="Email" type="email" inputMode="email" autoComplete="username" required {...props} />;
}

/** `autoComplete` decides whether a password manager fills a password in or generates one. */
export function PasswordField(props: PasswordInputProps & { autoComplete: 'current-password' | 'new-password' }) {
  return (
    <PasswordInput
      label="Пароль"
      required
      visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль', tabIndex: 0 }}
      // The component itself marks its content as invalid only for style sheets.
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
    />
  );
}
