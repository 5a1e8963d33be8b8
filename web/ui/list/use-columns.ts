import { useMediaQuery } from '@mantine/hooks';

/** How many columns a `CardGrid` of three stands in now: rows that are not on the screen have to be counted. */
export function useColumns(): 1 | 2 | 3 {
  const two = useMediaQuery('(width >= 48em)', true, { getInitialValueInEffect: false });
  const three = useMediaQuery('(width >= 75em)', true, { getInitialValueInEffect: false });
  return three ? 3 : two ? 2 : 1;
}
