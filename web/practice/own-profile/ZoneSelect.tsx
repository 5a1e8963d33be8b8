import { type SelectProps } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { zoneChoices } from '#web/practice/own-profile/zone-choices.ts';
import { Select } from '#web/ui/form/Select.tsx';

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
      nothingFoundMessage="Не&nbsp;найдено"
      {...props}
    />
  );
}
