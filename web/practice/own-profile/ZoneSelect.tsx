import type { RefObject } from 'react';
import { zoneChoices } from '#web/practice/own-profile/zone-choices.ts';
import { Dropdown, type DropdownProps } from '#web/ui/form/Dropdown.tsx';
import { readClock } from '#web/ground/browser/clock.ts';

interface ZoneSelectProps extends Omit<DropdownProps, 'data' | 'value' | 'before'> {
  value: string;
  /** The name of '', where no zone of its own may be chosen. */
  none?: string | undefined;
  /** Whether what stood here before had the focus. */
  focused: RefObject<boolean>;
}

/** Every zone of this browser, searchable. */
export function ZoneSelect({ value, none, focused, ...props }: ZoneSelectProps) {
  return (
    <Dropdown
      before={focused.current ? 'focused' : 'left'}
      data={zoneChoices(value, readClock(), none)}
      value={value}
      searchable
      nothingFoundMessage="Не&nbsp;найдено"
      {...props}
    />
  );
}
