import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

interface PasswordFieldProps extends PasswordInputProps {
  /** Decides whether a password manager fills a password in or generates one. */
  autoComplete: 'current-password' | 'new-password' | 'off';
}

export function PasswordField({ label = 'Пароль', ...props }: PasswordFieldProps) {
  return (
    <PasswordInput
      label={label}
      aria-required={props.autoComplete !== 'off'}
      visibilityToggleButtonProps={{
        'aria-label': 'Показать пароль',
        // A dialog can have two of them.
        'aria-description': typeof label === 'string' ? label : undefined,
        tabIndex: 0,
      }}
      // The component itself marks its content as invalid only for style sheets.
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
    />
  );
}
