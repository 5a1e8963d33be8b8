import { useMediaQuery } from '@mantine/hooks';

/** Below 768 px, where dialogs are sheets and the menu is a drawer. What CSS can tell by itself should not ask. */
export function useIsPhone(): boolean {
  return useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false });
}
