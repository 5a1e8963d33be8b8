import { useMediaQuery } from '@mantine/hooks';

/**
 * Below 768 px, where dialogs are sheets and the menu is a drawer. Differences that CSS alone can express must not use
 * this.
 */
export function useIsPhone(): boolean {
  return useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false });
}
