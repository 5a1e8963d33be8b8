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
        // A dialog can have two password fields.
        'aria-description': typeof label === 'string' ? label : undefined,
        tabIndex: 0,
      }}
      // The component marks an invalid field only for CSS.
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
    />
  );
}
