import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch as MantineSwitch, type SwitchProps } from '@mantine/core';

/** Keeps the description, which is inside the label too, out of the accessible name. */
export function Switch(props: SwitchProps) {
  const { label, description } = props;
  const name = description && typeof label === 'string' ? { 'aria-label': label } : {};
  return <MantineSwitch size="md" withThumbIndicator={false} {...name} {...props} />;
}
