import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Select, type SelectProps } from '@mantine/core';
import { useEffect, useRef } from 'react';

export interface DropdownProps extends SelectProps {
  /** Whether what stood here before was pressed, or had the focus. */
  before: 'pressed' | 'focused' | 'left';
}

/** A list of choices, which scrolls itself; pressing the chosen option keeps it. */
export function Dropdown({ before, ...props }: DropdownProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (before !== 'left') field.current?.focus();
  }, [before]);
  return (
    <Select
      ref={field}
      allowDeselect={false}
      checkIconPosition="right"
      withScrollArea={false}
      defaultDropdownOpened={before === 'pressed'}
      {...props}
    />
  );
}
