import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, TextInput } from '@mantine/core';
import type { PasswordInputProps, TextInputProps } from '@mantine/core';

export function EmailField(props: TextInputProps) {
  return <TextInput label="Email" type="email" inputMode="email" autoComplete="username" required {...props} />;
}

/** `autoComplete` tells a password manager whether to fill a password in or to make one. */
export function PasswordField(props: PasswordInputProps & { autoComplete: 'current-password' | 'new-password' }) {
  return (
    <PasswordInput
      label="Пароль"
      required
      visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль', tabIndex: 0 }}
      // The component itself tells only style sheets that its content is wrong.
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
    />
  );
}
