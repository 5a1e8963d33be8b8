import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { type ComponentProps } from 'react';
import { MonthTable } from '#web/ui/base/MonthTable.tsx';
import classes from '#web/ui/date-field/DateField.module.css';

interface MonthPopoverProps extends Omit<ComponentProps<typeof MonthTable>, 'entry'> {
  opened: boolean;
}

/** A month below its field, which keeps the focus. */
export function MonthPopover({ opened, ...table }: MonthPopoverProps) {
  return (
    <Popover
      opened={opened}
      position="bottom-start"
      withRoles={false}
      classNames={{ dropdown: classes.dropdown ?? '' }}
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <div className={classes.month}>
          <MonthTable {...table} entry={table.month.toPlainDate({ day: 1 })} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
