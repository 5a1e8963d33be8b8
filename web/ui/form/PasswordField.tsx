import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

interface PasswordFieldProps extends PasswordInputProps {
  /** Decides whether a password manager fills a password in or generates one. */
  autoComplete: 'current-password' | 'new-password' | 'off';
}

export function PasswordField(props: PasswordFieldProps) {
  return (
    <PasswordInput
      label="Пароль"
      aria-required={props.autoComplete !== 'off'}
      visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль', tabIndex: 0 }}
      // The component itself marks its content as invalid only for style sheets.
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
    />
  );
}
