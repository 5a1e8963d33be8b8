import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Select, type SelectProps } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { zoneChoices } from '#web/practice/own-profile/zone-choices.ts';

interface ZoneSelectProps extends Omit<SelectProps, 'data' | 'value'> {
  value: string;
  /** The name of '', where no zone of its own may be chosen. */
  none?: string | undefined;
  /** Whether what stood here before had the focus. */
  focused: RefObject<boolean>;
}

/** Every zone of this browser, searchable. */
export function ZoneSelect({ value, none, focused, ...props }: ZoneSelectProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused.current) field.current?.focus();
  }, [focused]);
  return (
    <Select
      ref={field}
      data={zoneChoices(value, Temporal.Now.instant(), none)}
      value={value}
      searchable
      allowDeselect={false}
      nothingFoundMessage="Не&nbsp;найдено"
      {...props}
    />
  );
}
