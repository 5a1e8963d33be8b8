import { useMantineColorScheme } from '@mantine/core';
import type { MantineColorSchemeManager } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { onColorSchemeChange, readColorScheme, writeColorScheme } from '#web/ground/browser/stored-scheme.ts';
import { relight } from '#web/ui/base/Lamp.tsx';

export const colorSchemeManager: MantineColorSchemeManager = {
  get: readColorScheme,
  set: writeColorScheme,
  // Never unsubscribed, because the provider lives as long as the page.
  subscribe: onColorSchemeChange,
  unsubscribe: () => undefined,
  clear: () => writeColorScheme('auto'),
};

/** Whether the dark theme is active, and its toggle. A choice equal to the device's own is stored as 'auto'. */
export function useEveningTheme(): { evening: boolean; toggle: () => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const deviceDark = useMediaQuery('(prefers-color-scheme: dark)', false, { getInitialValueInEffect: false });
  const evening = colorScheme === 'auto' ? deviceDark : colorScheme === 'dark';
  const toggle = () => {
    relight();
    const next = evening ? 'light' : 'dark';
    setColorScheme((next === 'dark') === deviceDark ? 'auto' : next);
  };
  return { evening, toggle };
}
