import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Select as MantineSelect, type SelectProps } from '@mantine/core';

/** One of a list, which scrolls itself; pressing the chosen option keeps it. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  return <MantineSelect allowDeselect={false} checkIconPosition="right" withScrollArea={false} {...props} />;
}
