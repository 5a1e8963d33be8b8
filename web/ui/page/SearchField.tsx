import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import classes from '#web/ui/page/SearchField.module.css';

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  /** The accessible name if the placeholder is not suitable as one. */
  label?: string;
  /** Called on Enter, with or without Shift. */
  onEnter?: (shift: boolean) => void;
}

export function SearchField({ value, onChange, placeholder, label = placeholder, onEnter }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && onEnter) {
          event.preventDefault();
          onEnter(event.shiftKey);
        }
        if (event.key !== 'Escape' || !value) return;
        event.preventDefault();
        onChange('');
      }}
      autoComplete="off"
      enterKeyHint="search"
      classNames={{ wrapper: classes.wrapper ?? '' }}
      leftSection={<IconSearch aria-hidden size={18} stroke={1.6} />}
      rightSection={value ? <CloseButton aria-label="Очистить поиск" onClick={() => onChange('')} /> : null}
    />
  );
}
