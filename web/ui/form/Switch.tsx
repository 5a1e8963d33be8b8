import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch as MantineSwitch, type SwitchProps } from '@mantine/core';

export function Switch(props: SwitchProps) {
  return <MantineSwitch size="md" withThumbIndicator={false} {...props} />;
}
