import { useMediaQuery } from '@mantine/hooks';

/** The current number of columns of a three-column `CardGrid`, which the height of rows outside the DOM depends on. */
export function useColumns(): 1 | 2 | 3 {
  const two = useMediaQuery('(width >= 48em)', true, { getInitialValueInEffect: false });
  const three = useMediaQuery('(width >= 75em)', true, { getInitialValueInEffect: false });
  return three ? 3 : two ? 2 : 1;
}
